import { expect, test } from 'vitest';
import { documentOf } from '../../../src/products/place-report/document/document.ts';
import type { PlaceReport } from '../../../src/products/place-report/schema/report.ts';
import { renderHtml } from '../../../src/reports/html/page.ts';
import { pageStyle } from '../../../src/reports/html/style.ts';
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
  for (const [, address] of all(/\ssrc="([^"]*)"/g)) expect(address).toMatch(/^data:image\/svg\+xml;base64,/);
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
  expect(tables.length).toBeGreaterThan(10);
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
  expect(ids.slice(0, 4)).toEqual(['incomplete', 'place', 'aerial', 'brief']);
  const order = [
    'conflicts',
    'records-incidents',
    'facts-flood-zone',
    'timeline',
    'supporting',
    'questions',
    'coverage',
  ];
  const plain = all(/<section id="([^"]+)"/g, pageOf({ ...report, reportType: undefined })).map(([, id]) => id);
  expect(plain.filter((id) => order.includes(id ?? ''))).toEqual(order);
  expect(plain.slice(-5)).toEqual(['coverage', 'caveats', 'sources', 'evidence', 'this-report']);
});

test('says what was not covered beside what was found, in words and alike, before any section of facts', () => {
  const sides = all(/<div class="side"><h[34]>([^<]+)<\/h[34]>/g).map(([, title]) => title);
  expect(sides).toEqual([
    'What this place is',
    'What stands out, in short',
    'Not looked at, or not known',
    'What was found',
    'What was not found or not covered',
  ]);
  expect(page.indexOf('>Not looked at, or not known<')).toBeLessThan(page.search(/<h[23] id="subject-title"/));
  const found = sectionText('coverage');
  expect(found).toContain('Building permits: 3 records');
  expect(found).toContain('Tax parcel; Flood zone.');
  expect(found).toContain('Data found, not all of it : Reported incidents (12 records).');
  expect(found).toContain('Not wired here : Recorded sales.');
  const coverage = sectionText('coverage');
  for (const words of [
    'Data found, not all of it',
    'Asked; nothing returned',
    'Did not answer',
    'Not wired here',
    'Not asked',
  ]) {
    expect(found + coverage).toContain(words);
    expect(coverage).toContain(words);
  }
  expect(coverage).toContain('The page limit of the source was reached; older records were not read.');
  expect(decoded(page)).toContain('This report is incomplete.');
});

test('shows lists of rows as tables: a head, units in the cells, further values named, what was left out', () => {
  const tables = all(/<table[\s>].*?<\/table>/gs).map(([table]) => table);
  const panels = tables.find((table) => table.includes('>Panels<')) ?? '';
  const heads = all(/<th scope="col">([^<]*)<\/th>/g, panels).map(([, text]) => text);
  expect(heads).toEqual(['Panel', 'Distance', 'Kind', 'Further']);
  const rows = all(/<tr>(.*?)<\/tr>/gs, panels).map(([, row]) => decoded(row ?? '').trim());
  expect(rows[1]).toBe('3720170300K 1,250 m countywide map Effective date: 2022-07-19 ; Scale: 500 ft');
  expect(rows).toHaveLength(3);
  expect(panels).toContain('data-l="Distance"');
  expect(decoded(panels)).toContain(
    'Source: FEMA National Flood Hazard Layer (synthetic) · Record 37183C_1 · Source date 2022-07-19',
  );
  expect(sectionText('facts-flood-zone')).toContain("2 more rows are in the tool's own answer.");
  const heights = tables.find((table) => table.includes('>Heights from two sources<')) ?? '';
  expect(all(/<tbody>/g, heights)).toHaveLength(2);
  expect(decoded(heights)).toContain('98 m FEMA National Flood Hazard Layer');
});

test('folds what was asked and says how much it is and where it stands whole', () => {
  const evidence = /<section id="evidence".*?<\/section>/s.exec(page)?.[0] ?? '';
  const [before = '', folded = ''] = evidence.split('<details>');
  expect(decoded(before)).toContain('5 questions were put to sources: answered 4, timeout 1.');
  expect(before).toContain(report.access?.json);
  expect(before).not.toContain('0'.repeat(64));
  expect(folded).toContain('<summary>Show 5 questions</summary>');
  expect(folded).toContain('0'.repeat(64));
});

test('links to its other forms on the service that serves it', () => {
  const report = sampleReport();
  const { until, note, ...paths } = report.access ?? {};
  expect([until, note]).toEqual([expect.any(String), expect.any(String)]);
  for (const path of Object.values(paths)) expect(page).toContain(`<a href="${path}"><code>${path}</code></a>`);
  expect(Object.keys(report.access ?? {})).toEqual(expect.arrayContaining(['html', 'pdf', 'json', 'bundle', 'svg']));
});

test('puts source, source date and date of reading beside each fact', () => {
  const groups = all(/<tbody>.*?<\/tbody>/gs).map(([group]) => decoded(group));
  for (const section of report.sections) {
    if (section.kind !== 'facts') continue;
    for (const { label, citation } of section.facts) {
      const beside = groups.filter((group) => group.includes(label) && group.includes(citation.sourceName));
      expect(beside.length, label).toBeGreaterThan(0);
      const dated = { Public_AR_Current: 'Version Public_AR_Current' }[citation.sourceDate ?? ''];
      const words = dated ?? (citation.sourceDate ? `Source date ${citation.sourceDate}` : 'Read');
      expect(
        beside.some((group) => group.includes(words) && group.includes('Read 2026-11-20 16:04 UTC')),
        label,
      ).toBe(true);
    }
  }
  // that a source gives no date is said once, in the list of sources
  expect(all(/No date given/g)).toHaveLength(1);
  expect(page).not.toMatch(/Source date (Version )?Public/);
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
