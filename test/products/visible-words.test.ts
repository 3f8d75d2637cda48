import { describe, expect, test } from 'vitest';
import { soldTools } from '../../src/catalog/views/entry.ts';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import type { Fields } from '../../src/kernel/fields.ts';
import type { StoredCopy } from '../../src/products/copies/buyer.ts';
import { documentOfCopy } from '../../src/products/copies/document.ts';
import { renderHtml } from '../../src/reports/html/page.ts';
import { findingsOf, said } from '../../src/short-form/reading.ts';
import { outcomeResult } from '../../src/transports/mcp/outcome.ts';
import { readGolden } from '../example-answers.ts';
import { soldBodies } from '../sold-bodies.ts';

/** What a program says and a reader does not, in words of this service; what is quoted of records is no part of them. */
const machineWords: Readonly<Record<string, RegExp>> = {
  'name of a service': /\bsvc[_-][a-z]\S*/,
  'moment of a program': /\b\d{4}-\d\d-\d\dT\d\d:\d\d\S*/,
  snake_case: /(?<![\w/.@#?=&%"$-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w/@%"-])/,
  camelCase:
    /(?<![\w/.@#?=&%"-])(?!kWh?\b|pCi\b|eLMS\b|eTRAKiT\b|eGRID\b|iCalendar\b|eRule\b)[a-z]+[a-z0-9]*[A-Z][a-zA-Z]*(?![\w/@%.-])/,
  'label of a program': /\bWhere: |\bURL\b/,
  'no value': /\bundefined\b|\bnull\b|\[object|\bNaN\b/,
  'plural of one':
    /(?<![\d,.$/:\u2013\u2014-])(?<!\b(?:of|zone|class|step|item|panel|page|level|Level|Zone) )\b1 (?!(?:is|has|was|its|this|as|does|gas)\b)[a-z]*[a-z]{2}(?<![sui])s\b/,
  'count of kinds': /of \d+ kinds of records \d+ have something here/,
  'doubled punctuation': /,,|;;|;\.|,\.|:\.|(?<!\.)\.\.(?!\.)|\.;|\?\.|!\./,
};

/** The first machine word of each kind in a text, with what stands around it. */
function machineWordsIn(whole: string): readonly string[] {
  // a made-up value is named by its field
  const text = whole.replaceAll(/SYNTHETIC \w+/g, '');
  return Object.entries(machineWords).flatMap(([kind, pattern]) => {
    const { index, 0: found = '' } = pattern.exec(text) ?? {};
    return index === undefined ? [] : [`${kind}: ${text.slice(Math.max(0, index - 60), index + found.length + 40)}`];
  });
}

/** A made-up value is named by its field. */
const withoutAddresses = (text: string) =>
  text
    .replaceAll(/SYNTHETIC \w+/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/https?:\/\/\S+/g, '');

/** Words of a page, without drawings, what is quoted, and ids. */
const textOfPage = (html: string) =>
  html
    .replaceAll(/<(style|svg|q|code)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<\/?(?:strong|span|a|time|br)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' | ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

const registry = shippedRegistry();
const routes = soldTools(registry).map(({ slug, kind, name, title }) => ({ slug, kind, name, title }));

function pageOf({ slug, title }: (typeof routes)[number], body: Fields) {
  const made = { kind: 'sold_copy', version: 1, id: 'ab'.repeat(16), route: slug, title };
  const copy = slug === 'svc-place-report' ? body : { ...made, generatedAt: '2026-11-21T12:00:00.000Z', body };
  return renderHtml(documentOfCopy(copy as unknown as StoredCopy, 'https://records.example'));
}

const isJob = ({ kind }: Fields) => kind === 'job';

describe.each(routes)('$slug', (route) => {
  const bodies = soldBodies(route);

  test('its sentence, its page and its text in a conversation have no word of programs', () => {
    for (const body of bodies) {
      const sentence = String(body.summary);
      expect(machineWordsIn(sentence)).toEqual([]);
      const sold = { kind: 'settled', tool: route.slug, rail: 'paid', readOnly: true, receipt: {} } as const;
      const { content } = outcomeResult({ ...sold, result: body }) as { content: { text: string }[] };
      // a model calls tools by their names
      const words = withoutAddresses(content[0]?.text ?? '').replaceAll(/\bsvc[_-]\w[\w-]*/g, 'a tool');
      expect(machineWordsIn(words)).toEqual([]);
      if (!isJob(body)) expect(machineWordsIn(textOfPage(pageOf(route, body)))).toEqual([]);
    }
  });

  test.runIf(route.kind === 'native')('its sentence is short and begins with the first finding', () => {
    for (const body of bodies) {
      const sentence = String(body.summary);
      expect(sentence.length, sentence).toBeLessThanOrEqual(240);
      const [first] = findingsOf(body) ?? [];
      const headline = first?.headline && said(first.headline).replace(/\.$/, '');
      if (headline) expect(said(sentence).startsWith(headline.slice(0, 100)), `${headline} / ${sentence}`).toBe(true);
    }
  });
});

describe.each(registry.free.map(({ name }) => ({ name })))('$name', ({ name }) => {
  test('its sentence has no word of programs', () => {
    for (const { summary, components } of Object.values(readGolden(name)) as Fields[]) {
      if (typeof summary !== 'string') continue;
      expect(machineWordsIn(summary)).toEqual([]);
      // one that brings several tools together
      if (components) expect(summary.length, summary).toBeLessThanOrEqual(240);
    }
  });
});
