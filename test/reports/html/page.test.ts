import { expect, test } from 'vitest';
import { documentOf } from '../../../src/products/place-report/document/document.ts';
import type { PlaceReport } from '../../../src/products/place-report/schema/report.ts';
import { pageStyle, renderHtml } from '../../../src/reports/html/page.ts';
import { stringsOf } from '../../answers.ts';
import { sampleAerial } from '../sample-aerial.ts';
import { sampleReport } from '../sample-report.ts';

const report = sampleReport();
const pageOf = (given: PlaceReport, visualSvg?: string) => renderHtml(documentOf(given), { visualSvg });
const page = pageOf(report, sampleAerial());
const all = (pattern: RegExp, text = page) => [...text.matchAll(pattern)];
const decoded = (markup: string) =>
  markup
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '',
    )
    .replace(/\s+/g, ' ');

test('needs nothing but itself: no script, no request', () => {
  expect(page).not.toMatch(/<script|<link|<iframe|<object|<embed|<form|<base/i);
  expect(page).not.toMatch(/\son\w+\s*=/i);
  expect(pageStyle).not.toMatch(/@import|url\(/i);
  for (const [, address] of all(/\ssrc="([^"]*)"/g)) {
    expect(address).toMatch(/^data:image\/svg\+xml,%3Csvg/);
    expect(decodeURIComponent(address ?? '')).not.toMatch(/href="(?!data:|#)/);
  }
  expect(page).toContain('default-src &#39;none&#39;');
});

test('can be read by a screen reader: one h1, no level left out, named tables, scopes, alternative text, language', () => {
  const levels = all(/<h([1-6])[\s>]/g).map(([, level]) => Number(level));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels[0]).toBe(1);
  levels.forEach((level, index) => {
    expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });
  const tables = all(/<table[\s>].*?<\/table>/gs).map(([table]) => table);
  expect(tables.length).toBeGreaterThan(6);
  for (const table of tables) {
    expect(table).toMatch(/<caption[^>]*>[^<]+/);
    for (const [head] of all(/<th[\s>][^>]*/g, table)) expect(head).toMatch(/scope="(col|row)"/);
  }
  expect(page).toMatch(/<img [^>]*alt="Aerial photograph from above, taken 2024-05-18[^"]+"/);
  expect(page).toContain('<html lang="en">');
  const ids = all(/\sid="([^"]+)"/g).map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of all(/href="#([^"]+)"/g)) expect(ids).toContain(target);
});

const luminance = (hex: string) => {
  const full = hex.length === 4 ? [...hex.slice(1)].map((sign) => sign + sign).join('') : hex.slice(1);
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string) => {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

test('has enough contrast in light and dark: 4.5 to 1 for every color of text on every ground', () => {
  const schemes = all(/:root\{[^}]*--paper:[^}]*\}/g, pageStyle).slice(0, 2);
  expect(schemes).toHaveLength(2);
  for (const [scheme] of schemes) {
    const color = Object.fromEntries(
      all(/--([a-z_-]+):(#[0-9a-f]{3,6})/g, scheme).map(([, name, hex]) => [name, hex ?? '']),
    );
    const text = ['ink', 'muted', 'link', 'covered', 'empty', 'not_wired', 'unavailable', 'not_asked'];
    for (const ground of ['paper', 'soft', 'notice']) {
      for (const name of text) {
        expect(contrast(color[name] ?? '', color[ground] ?? ''), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
});

const sectionText = (id: string, text = page) =>
  decoded(new RegExp(`<section id="${id}".*?</section>`, 's').exec(text)?.[0] ?? '');

test('opens with what failed, the place with what stands out and what was not looked at, the picture, and the brief', () => {
  const ids = all(/<section id="([^"]+)"/g).map(([, id]) => id);
  expect(ids.slice(0, 3)).toEqual(['place', 'aerial', 'brief']);
  const place = sectionText('place');
  expect(place.indexOf('This report is incomplete.')).toBeGreaterThan(0);
  expect(place.indexOf('This report is incomplete.')).toBeLessThan(place.indexOf('What this place is'));
  const order = [
    'conflicts',
    'records-incidents',
    'facts-flood-zone',
    'timeline',
    'questions',
    'coverage',
    'supporting',
  ];
  const plain = all(/<section id="([^"]+)"/g, pageOf({ ...report, reportType: undefined })).map(([, id]) => id);
  expect(plain.filter((id) => order.includes(id ?? ''))).toEqual(order);
  expect(plain.slice(-5)).toEqual(['supporting', 'caveats', 'sources', 'evidence', 'this-report']);
});

test('says what was not covered beside what the place is, in words, before any section of facts', () => {
  const sides = all(/<div class="side"><h[34]>([^<]+)<\/h[34]>/g).map(([, title]) => title);
  expect(sides).toEqual(['What this place is', 'Not looked at, or not known']);
  expect(page.indexOf('>Not looked at, or not known<')).toBeLessThan(page.search(/<h[23] id="subject-title"/));
  const coverage = sectionText('coverage');
  for (const words of ['Data found, not all of it', 'Did not answer', 'No source known here', 'Not looked up']) {
    expect(sectionText('place')).toContain(words);
    expect(coverage).toContain(words);
  }
  expect(sectionText('nothing-found')).toContain('Code cases and violations');
  expect(coverage).toContain('The page limit of the source was reached; older records were not read.');
  expect(coverage).toContain('Building permits (3)');
  expect(decoded(page)).toContain('This report is incomplete.');
});

test('shows lists of rows as tables: a head, US units in the cells, further values named, what was left out', () => {
  const tables = all(/<table[\s>].*?<\/table>/gs).map(([table]) => table);
  const panels = tables.find((table) => table.includes('>Panels (')) ?? '';
  const heads = all(/<th scope="col">([^<]*)<\/th>/g, panels).map(([, text]) => text);
  expect(heads).toEqual(['Panel', 'Where', 'Effective date', 'Scale']);
  const rows = all(/<tr>(.*?)<\/tr>/gs, panels).map(([, row]) => decoded(row ?? '').trim());
  expect(rows[1]).toMatch(/^3720170300K 0\.78 mi \(1,250 m\) 2022-07-19 500 ft$/);
  expect(rows).toHaveLength(3);
  expect(panels).toContain('data-l="Where"');
  expect(decoded(panels)).toContain('Panels (kind countywide map; 2 more in the source)');
  // the heights are of two sources: each row has the number of its own
  const heights = tables.find((table) => table.includes('>Heights from two sources<')) ?? '';
  const marks = all(/\[(\d+)\]/g, heights).map(([, number]) => number);
  expect(new Set(marks).size).toBe(2);
});

test('says how many questions were put to sources and where each of them stands whole', () => {
  const evidence = sectionText('evidence');
  expect(evidence).toContain('5 questions to sources: answered 4, timeout 1.');
  expect(evidence).toContain('SHA-256');
  expect(page).not.toContain('0'.repeat(64));
});

test('links to its other forms on the service that serves it', () => {
  const report = sampleReport();
  const { until, note, ...paths } = report.access ?? {};
  expect([until, note]).toEqual([expect.any(String), expect.any(String)]);
  for (const path of Object.values(paths)) expect(page).toContain(`<a href="${path}"><code>${path}</code></a>`);
  expect(Object.keys(report.access ?? {})).toEqual(expect.arrayContaining(['html', 'pdf', 'json', 'bundle', 'svg']));
});

test('puts the number of its source behind each fact, and the dates of each source once into their table', () => {
  const rows = all(/<tr>(.*?)<\/tr>/gs, /<section id="sources".*?<\/section>/s.exec(page)?.[0] ?? '').map(([, row]) =>
    decoded(row ?? '').trim(),
  );
  for (const section of report.sections) {
    if (section.kind !== 'facts') continue;
    for (const { citation } of section.facts) {
      const row = rows.find((text) => text.includes(citation.sourceName)) ?? '';
      const number = /^\d+/.exec(row)?.[0];
      expect(number, citation.sourceName).toBeDefined();
      expect(sectionText(section.id.replaceAll(/[._]/g, '-'))).toContain(`[${number}]`);
      const dated = { Public_AR_Current: 'Version Public_AR_Current' }[citation.sourceDate ?? ''];
      expect(row).toContain(dated ?? citation.sourceDate ?? '');
    }
  }
  expect(all(/Read 2026-11-20/g, decoded(page))).toHaveLength(1);
});

test('marks the text of records and of the caller as quoted', () => {
  const quoted = all(/<q>(.*?)<\/q>/gs).map(([, text]) => decoded(text ?? '').trim());
  for (const { title, description } of report.records) {
    expect(quoted).toContain(title);
    if (description) expect(quoted).toContain(description);
  }
  expect(quoted).toContain('Has the roof been replaced?');
});

// nested under every field that is free text; a parser that executes it would run script or leave the page
const hostile = `"><img src=x onerror=alert(1)><script>alert('x')</script>\u202e&lt;{{7*7}}'`;

function poisoned(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => poisoned(item, key));
  if (value && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poisoned(inner, name)]));
  }
  const free =
    /^(label|title|note|value|sourceName|summary|quoted|question|with|reason|searchExtent|area|period|description|status|recordId|measures|doesNotMeasure|caseId|projectName|addressLabel|goal|address|queriedAddress|cardId|licenseNote)$/;
  if (typeof value !== 'string') return value;
  if (/url$/i.test(key)) return 'javascript:alert(document.domain)//https://x.gov';
  return free.test(key) && !/^(covered|empty|not_wired|unavailable|not_asked|available)$/.test(value) ? hostile : value;
}

test('lets no text of a source become markup, script or an address that runs', () => {
  const bad = pageOf(poisoned(report) as PlaceReport);
  expect(all(/alert\(1\)/g, bad).length).toBeGreaterThan(40);
  expect(bad).not.toMatch(/<img|<script|\u202e/i);
  expect(bad).not.toMatch(/href="javascript/i);
  // a column's title is text in a quoted attribute; nowhere else may such words be inside a tag
  for (const [tag] of all(/<[a-z][^>]*>/gi, bad))
    expect(tag.replace(/ data-l="[^"<>]*"/, '')).not.toMatch(/onerror|alert/);
});

test('shows an owner only where the report given has one, with its own citation', () => {
  expect(page).not.toContain('Owner of record');
  const citation = {
    sourceUrl: 'https://maps.wake.gov/owner',
    fetchedAt: '2026-11-20T16:05:00.000Z',
    sourceName: 'Wake County Real Estate',
  };
  const settled = pageOf({
    ...report,
    placeFacts: [
      {
        tool: 'svc_parcel',
        result: { parcel: { ownerOfRecord: 'EXAMPLE HOLDINGS LLC', ownerOfRecordCitation: citation } },
      },
    ],
  });
  expect(all(/EXAMPLE HOLDINGS LLC/g, settled)).toHaveLength(1);
  expect(decoded(settled)).toContain('Wake County Real Estate Read 2026-11-20 16:05 UTC');
});

test('writes no word of verdict of its own', () => {
  const given = [...stringsOf(report)].sort((a, b) => b.length - a.length);
  for (const picture of [undefined, sampleAerial()]) {
    let own = decoded(pageOf(report, picture));
    for (const text of given) if (text.length > 3) own = own.replaceAll(text, ' ');
    expect(own.length).toBeGreaterThan(1000);
    expect(own).not.toMatch(
      /\b(safe|unsafe|safer|safest|risky|risk|best|worst|(un)?desirable|scored?|graded?|recommend\w*|excellent|poor|good|bad)\b/i,
    );
  }
});

test('a report type changes the title; the order is that of the sections, and nothing is left out', () => {
  const sections = (type: PlaceReport['reportType']) =>
    all(/<section id="([^"]+)"/g, pageOf({ ...report, reportType: type })).map(([, id]) => id);
  const feasibility = sections('site_feasibility');
  const diligence = sections('property_due_diligence');
  expect(feasibility).toEqual(diligence);
  expect(pageOf({ ...report, reportType: 'site_feasibility' })).toContain('Site feasibility report');
  expect(pageOf({ ...report, reportType: 'property_due_diligence' })).toContain('Property due diligence report');
});

test('says in words why there is no image', () => {
  const { visual: _none, ...rest } = report;
  const bare = pageOf({ ...rest, visualStatus: { status: 'unavailable', reason: 'imagery_unavailable' } });
  expect(bare).toContain('There is no aerial image: the imagery service did not give an image.');
  expect(bare).not.toContain('<img');
});
