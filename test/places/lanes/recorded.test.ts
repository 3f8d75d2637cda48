import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFields } from '../../../src/places/lanes/fields.ts';
import { locationOf } from '../../../src/places/lanes/reader.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';

const places = shippedPlaces.all();

const folder = new URL('../../../../shared/samples/local/', import.meta.url);
const sample = (path: string): unknown => JSON.parse(readFileSync(new URL(path, folder), 'utf8'));
const sourceOf = (cardId: string) => {
  const source = places.flatMap((place) => place.sources).find((candidate) => candidate.cardId === cardId);
  if (!source) throw new Error(`no ${cardId}`);
  return source;
};

interface PointQueries {
  readonly [name: string]: { readonly features: { readonly attributes: Record<string, unknown> }[] };
}

describe.skipIf(!existsSync(folder))('recorded answers of live sources read as the registry says', () => {
  it('Raleigh parcel and zoning point queries (August 2026)', () => {
    const bodies = sample('raleigh-nc/parcel-and-zoning-point-queries.json') as PointQueries;
    const read = (name: string, cardId: string) =>
      readFields(bodies[name]?.features[0]?.attributes ?? {}, sourceOf(cardId), (_, value) => value);
    const parcel = read('raleighParcelFairview', 'raleigh-parcel');
    expect(parcel).toMatchObject({
      parcelId: '1704478963',
      siteAddress: '2000 FAIRVIEW RD',
      yearBuilt: 1925,
      units: 5,
      totalValue: 1_960_588,
    });
    expect(JSON.stringify(parcel)).not.toContain('ROMAS');
    expect(read('raleighZoningDx20', 'raleigh-zoning')).toEqual({
      code: 'DX-20-UG',
      label: 'Downtown Mixed Use',
      maxStories: 20,
      frontage: 'Urban General',
      case: 'Z-27B-2014',
    });
    expect(read('raleighZoningR10Conditional', 'raleigh-zoning').conditionsUrl).toMatch(/^https:.*\.pdf$/);
    expect(read('raleighHodGeneralOakwood', 'raleigh-overlay-hod-g').name).toBe('Oakwood');
  });

  it('a Chicago crime row with the location shape of 2026', () => {
    const [row] = sample('chicago-il/incidents-crimes-2026-row.json') as Record<string, unknown>[];
    const fields = readFields(row ?? {}, sourceOf('chicago-crimes'), (_, value) => value);
    expect(fields).toMatchObject({ recordId: '14295750', type: 'THEFT', occurredAt: '2026-08-16', arrest: false });
    expect(locationOf(row?.location)).toEqual({ latitude: 41.744201882, longitude: -87.665713523 });
  });

  it('a Chicago permit row with a GeoJSON location, and none of its contacts', () => {
    const [row] = sample('chicago-il/permits-building.json') as Record<string, unknown>[];
    const fields = readFields(row ?? {}, sourceOf('chicago-permits'), (_, value) => value);
    expect(fields).toMatchObject({
      recordId: '100937623',
      address: '830 N MARSHFIELD AVE',
      estimatedCost: 424_000,
      issuedAt: '2021-10-01',
      parcelId: '1706439028',
    });
    expect(locationOf(row?.location)?.latitude).toBeCloseTo(41.897, 3);
    expect(JSON.stringify(fields)).not.toMatch(/placeholder|ELECTRICAL CONTRACTORS/);
  });

  it('an NYPD row and a DOB permit row', () => {
    const [complaint] = sample('new-york-ny/incidents-nypd.json') as Record<string, unknown>[];
    expect(readFields(complaint ?? {}, sourceOf('nyc-nypd-complaints'), (_, value) => value)).toMatchObject({
      recordId: '321141941',
      title: 'FELONY ASSAULT',
      occurredAt: '2026-03-02',
    });
    const [permit] = sample('new-york-ny/permits-dob-issuance.json') as Record<string, unknown>[];
    const fields = readFields(permit ?? {}, sourceOf('nyc-dob-bis-permits'), (_, value) => value);
    expect(fields).toMatchObject({ recordId: '440617922-03', issuedAt: '2025-07-01', status: 'ISSUED' });
    expect(JSON.stringify(fields)).not.toMatch(/placeholder|0000000000/);
  });
});
