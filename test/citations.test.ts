import { describe, expect, it } from 'vitest';
import { plainSourceName } from '../src/kernel/citation.ts';
import { isFrontPage, placeholdersOf } from '../src/kernel/pages.ts';
import { SourceCardSchema } from '../src/kernel/source-card.ts';
import { datasets } from '../src/mirror/datasets.ts';
import { createJurisdictions } from '../src/places/registry/index.ts';
import { shippedPlaces } from '../src/places/registry/load.ts';
import { sourceCards } from '../src/sources/cards.ts';
import { goldenNames, readGolden } from './example-answers.ts';

interface Cited {
  /** Tool, then the names down to the citation. */
  readonly path: string;
  readonly sourceName: string;
  readonly sourceUrl: string;
  readonly recordId?: string;
  readonly recordUrl?: string;
}

/** Every object of an answer that names a source and its page, wherever it stands. */
function citedIn(path: string, value: unknown): Cited[] {
  if (typeof value !== 'object' || value === null) return [];
  // an office to ask is no citation: nothing was read of it
  const own =
    'sourceName' in value && 'sourceUrl' in value && !('category' in value && 'status' in value)
      ? [{ path, ...(value as Omit<Cited, 'path'>) }]
      : [];
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => citedIn(`${path}.${name}`, inner))];
}

const cited = goldenNames().flatMap((tool) => citedIn(tool, readGolden(tool)));
const isPage = (address: string | undefined) =>
  address !== undefined && /^https?:/.test(address) && !isFrontPage(address);

describe('every citation of the kept answers', () => {
  it('leads to a page of the dataset or the record, and none to the front page of a site', () => {
    const bare = cited.filter(({ sourceUrl }) => isFrontPage(sourceUrl));
    const pages = cited.filter(({ sourceUrl, recordUrl }) => isPage(recordUrl) || isPage(sourceUrl));
    // a record counts once, however many values of an answer cite it
    const numbered = cited.filter(({ recordId }) => recordId !== undefined);
    const records = [
      ...new Map(
        numbered.map((one) => [`${one.sourceUrl} ${one.recordId} ${one.recordUrl !== undefined}`, one]),
      ).values(),
    ];
    const opened = records.filter(({ recordUrl }) => recordUrl !== undefined);
    const percent = (part: number, whole: number) => `${Math.round((1000 * part) / whole) / 10} %`;
    console.info(
      `${cited.length} citations: ${bare.length} front pages; ${pages.length} (${percent(pages.length, cited.length)}) a page below the root; of ${records.length} with a record's number ${opened.length} (${percent(opened.length, records.length)}) with the record's page`,
    );
    expect(bare).toEqual([]);
    expect(pages.length / cited.length).toBeGreaterThanOrEqual(0.6);
    expect(opened.length / records.length).toBeGreaterThanOrEqual(0.6);
  });

  it('has addresses that are filled in and carry no key', () => {
    for (const { sourceUrl, recordUrl = sourceUrl } of cited) {
      expect(`${sourceUrl} ${recordUrl}`).not.toMatch(/[{}]|synthetic-|api_?key|token=/i);
      expect(URL.canParse(recordUrl)).toBe(true);
    }
  });

  it('carries the page of its record wherever the card has a template', () => {
    const templated = new Map(
      sourceCards.flatMap(({ name, recordUrl }) => (recordUrl ? [[name, recordUrl] as const] : [])),
    );
    const found = cited.filter(
      ({ sourceName, recordId, path }) =>
        // the items of a follow-up packet cite in the shape of the specification, which has no page of the record
        recordId !== undefined && templated.has(plainSourceName(sourceName)) && !path.includes('.followUpItems.'),
    );
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter(({ recordUrl }) => recordUrl === undefined)).toEqual([]);
  });
});

describe('every source card', () => {
  const cards = [...sourceCards, ...createJurisdictions(shippedPlaces).cards()];

  it.each(cards.map((card) => ({ id: card.id, card })))('$id names the page of its dataset', ({ card }) => {
    expect(isPage(card.datasetUrl)).toBe(true);
    expect(SourceCardSchema.safeParse(card).error?.issues ?? []).toEqual([]);
  });

  it('is refused with a front page for its dataset', () => {
    const [card] = sourceCards;
    const wrong = SourceCardSchema.safeParse({ ...card, datasetUrl: 'https://data.city.example/' });
    expect(wrong.error?.issues[0]?.path).toEqual(['datasetUrl']);
  });

  it('fills the page of a record with the number under which it is cited', () => {
    // the Bureau's page takes the area in its own form, which the client makes of the same number
    const further = new Map([['census-acs', ['geography']]]);
    for (const { id, recordUrl } of sourceCards) {
      if (recordUrl) expect(placeholdersOf(recordUrl), id).toEqual(further.get(id) ?? ['recordId']);
    }
  });
});

describe('every mirrored dataset', () => {
  it.each(datasets.map((dataset) => ({ id: dataset.id, dataset })))('$id names its page', ({ dataset }) => {
    expect(isPage(dataset.datasetUrl)).toBe(true);
  });
});
