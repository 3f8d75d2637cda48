import { describe, expect, it } from 'vitest';
import { SourceCardSchema } from '../../../src/kernel/source-card.ts';
import { hasLayer } from '../../../src/places/registry/boundary.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { JurisdictionSchema } from '../../../src/places/schema/jurisdiction.ts';
import { columnsOfFields } from '../../../src/places/schema/lane-table.ts';
import { sourceAdapters } from '../../../src/products/place-report/schema/report.ts';
import { matches } from '../../upstreams/where.ts';

const places = shippedPlaces.all();

// columns in which publishers put people; "owner type" (public, private) would be none, and is not configured either
const person =
  /owner|own_?name|ownname|taxpayer|mail(?!ed_)|phone|e_?mail|contact|applicant(?!_submit_date)|permittee|contractor(?!_cost)|buyer|seller|grantor|grantee|agent|engineer|developer|planner|party|parties|first_?name|last_?name/i;

const sources = places.flatMap((place) => place.sources.map((source) => ({ place, source })));

describe('wired places', () => {
  it.each(places.map((place) => [place.id, place] as const))('%s keeps the published shape', (_, place) => {
    expect(JurisdictionSchema.parse(place)).toEqual(place);
  });

  it('names every place and every source once', () => {
    const ids = places.map((place) => place.id);
    const cards = createJurisdictions(shippedPlaces)
      .cards()
      .map((card) => card.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(cards).size).toBe(cards.length);
  });

  it.each(sources.map(({ source }) => [source.cardId, source] as const))('%s asks for no person', (_, source) => {
    const columns = [
      ...columnsOfFields(source),
      source.query.key?.field ?? '',
      source.query.dateField ?? '',
      source.query.order ?? '',
      ...(source.query.keyParts ?? []).map((part) => part.field),
    ];
    expect(columns.filter((column) => person.test(column) || column.includes('*'))).toEqual([]);
    expect(Object.keys(source.fields).filter((name) => person.test(name.replace(/^mailed/, '')))).toEqual([]);
  });

  it.each(sources.map(({ source }) => [source.cardId, source] as const))('%s says how far to trust it', (_, source) => {
    expect(source.license.note).not.toBe('');
    expect(source.seen.note).not.toBe('');
    // this project has not seen a source answer yet
    expect(source.seen.by).not.toBe('doctor');
    if (source.lane === 'zoning') expect(source.fields.code).toBeDefined();
  });

  it('lists no lane as wired and absent in one place', () => {
    for (const place of places) {
      const configured = new Set(place.sources.map((source) => source.lane));
      expect(place.absent.filter((entry) => configured.has(entry.lane))).toEqual([]);
      for (const entry of place.absent) expect(entry.why.length).toBeGreaterThan(20);
    }
  });

  it('gives incidents and requests a statement of what they measure', () => {
    const needy = sources.filter(({ source }) =>
      ['incidents', 'service_requests', 'code_violations'].includes(source.lane),
    );
    expect(needy.length).toBeGreaterThan(5);
    for (const { source } of needy) expect(source.bias?.knownBiases.length, source.cardId).toBeGreaterThan(0);
  });

  it('answers by date only where a date column is read', () => {
    for (const { source } of sources) {
      if (!source.query.dateField) continue;
      const columns = columnsOfFields(source);
      if (source.platform === 'elms') continue;
      expect(columns, source.cardId).toContain(source.query.dateField);
      expect(source.query.dateType, source.cardId).toBeDefined();
    }
  });

  it('names the table wherever an endpoint is shared by many', () => {
    for (const { source } of sources)
      expect([source.cardId, source.table !== undefined]).toEqual([source.cardId, source.platform === 'carto']);
  });

  it('derives a valid card for every source and every boundary', () => {
    const cards = createJurisdictions(shippedPlaces).cards();
    for (const card of cards) expect(SourceCardSchema.parse(card)).toEqual(card);
    expect(cards).toHaveLength(sources.length + places.filter(hasLayer).length);
  });

  it('gives every source of records in a report a bias profile', () => {
    const lanes = ['incidents', 'permits', 'service_requests', 'code_violations'];
    const bare = sources.filter(({ source }) => lanes.includes(source.lane) && !source.bias);
    expect(bare.map(({ source }) => source.cardId)).toEqual([]);
  });

  it('knows the four source adapters of the place report', () => {
    const ids = new Set(sources.map(({ source }) => source.cardId));
    expect(sourceAdapters.filter((adapter) => !ids.has(adapter))).toEqual([]);
    const ask = sources.find(({ source }) => source.cardId === 'raleigh-ask');
    expect([ask?.place.id, ask?.source.lane]).toEqual(['raleigh-nc', 'service_requests']);
    // a report finds an adapter by its code, whatever the sentence beside it says
    for (const adapter of sourceAdapters) {
      const absent = places.flatMap((place) => place.absent).filter((entry) => entry.adapter === adapter);
      expect([adapter, ids.has(adapter) ? 1 : absent.length]).toEqual([adapter, 1]);
    }
  });
});

describe('the evaluator of fake upstream conditions', () => {
  const row = { PIN: '17', NAME: "O'Hare", N: 5, day: '2026-02-01T00:00:00.000', stamp: Date.parse('2026-02-01') };
  it.each([
    ["PIN = '17' AND N = 5", true],
    ["PIN = '18' OR (N >= 5 AND N <= 6)", true],
    ["UPPER(NAME) = 'O''HARE'", true],
    ["NAME like '%har%'", true],
    ["PIN IN ('1', '17')", true],
    ["day >= '2026-03-01T00:00:00'", false],
    ["stamp >= DATE '2026-01-31' AND stamp <= TIMESTAMP '2026-02-01 23:59:59'", true],
    ["starts_with(PIN, '1')", true],
    ['N between 6 and 7', false],
    ["PIN != '17'", false],
  ])('%s is %s', (where, expected) => {
    expect(matches(where, row)).toBe(expected);
  });
  it.each(['NOSUCH = 1', 'PIN =', "PIN = '17' AND", "PIN LIKE '17' ; drop"])('refuses %s', (where) => {
    expect(() => matches(where, row)).toThrow();
  });
});
