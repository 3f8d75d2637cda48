import { describe, expect, it } from 'vitest';
import { recordPageOf } from '../../../src/places/lanes/record.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import type { LaneSource } from '../../../src/places/schema/jurisdiction.ts';
import { type LaneFields, laneTable } from '../../../src/places/schema/lane-table.ts';

const sources = new Map(shippedPlaces.all().flatMap((place) => place.sources.map((source) => [source.cardId, source])));
function sourceOf(cardId: string): LaneSource {
  const source = sources.get(cardId);
  if (!source) throw new Error(`no ${cardId}`);
  return source;
}
const pageOf = (cardId: string, attributes: Record<string, unknown>) => {
  const source = sourceOf(cardId);
  const fields = laneTable(source).read(attributes) as LaneFields;
  return recordPageOf(source, { attributes, fields, queried: source.endpoint });
};

describe('the page of a record', () => {
  it('is the one that the publisher keeps, by the template of its source', () => {
    expect(pageOf('raleigh-parcel', { PIN_NUM: '1703570123', REID: '0012345' })).toBe(
      'https://services.wake.gov/realestate/Account.asp?id=0012345',
    );
    expect(pageOf('cook-parcel-universe', { pin: '17094440010000' })).toBe(
      'https://www.cookcountyassessor.com/pin/17094440010000',
    );
    expect(pageOf('nyc-pluto', { BBL: 1_000_940_020 })).toBe('https://zola.planning.nyc.gov/bbl/1000940020');
    expect(pageOf('nyc-acris-master', { document_id: '2019031500123001' })).toBe(
      'https://a836-acris.nyc.gov/DS/DocumentSearch/DocumentDetail?doc_id=2019031500123001',
    );
    expect(pageOf('nyc-zap-projects', { project_id: '2019K0147' })).toBe(
      'https://zap.planning.nyc.gov/projects/2019K0147',
    );
  });

  it('is else the row as its platform shows it, with the kept columns alone', () => {
    const source = sourceOf('raleigh-permits');
    const arcgis = new URL(pageOf('raleigh-permits', { permitnum: "B'1 2" }) ?? '');
    expect(`${arcgis.origin}${arcgis.pathname}`).toBe(`${source.endpoint}/query`);
    expect(arcgis.searchParams.get('where')).toBe("permitnum='B''1 2'");
    expect(arcgis.searchParams.get('outFields')).toMatch(/^permitnum,[\w,]+$/);
    expect(arcgis.searchParams.get('outFields')).not.toMatch(/owner|contractor|contact|phone/i);
    const socrata = new URL(pageOf('chicago-permits', { permit_: '100990001' }) ?? '');
    expect(socrata.pathname).toBe('/resource/ydr8-5enu.json');
    expect(socrata.searchParams.get('permit_')).toBe('100990001');
    expect(socrata.searchParams.get('$select')).toMatch(/^permit_,[\w,]+$/);
    expect(socrata.searchParams.get('$select')).not.toMatch(/contact|name_?1|phone/i);
    const carto = new URL(pageOf('philadelphia-permits', { permitnumber: 'CP-2026-1' }) ?? '');
    expect(carto.searchParams.get('q')).toMatch(
      /^SELECT permitnumber,[\w,]+ FROM permits WHERE permitnumber='CP-2026-1'$/,
    );
  });

  it('names every column that makes up a number, as the source wrote it', () => {
    const lot = { borough: '1', block: '94', lot: '20', sale_date: '2025-09-17T00:00:00.000' };
    const page = new URL(pageOf('nyc-rolling-sales', lot) ?? '');
    expect(Object.fromEntries([...page.searchParams].filter(([name]) => name !== '$select'))).toEqual(lot);
    expect(pageOf('nyc-rolling-sales', { ...lot, lot: null })).toBeUndefined();
  });

  it('is the address that the record names itself, where that is one of the web', () => {
    const own = 'https://raleighnc.gov/development/asr-0044-2026';
    const plan = (url: string) => pageOf('raleigh-development-plans', { plan_number: 'ASR-0044-2026', planurl: url });
    expect(plan(own)).toBe(own);
    expect(plan('javascript:alert(1)')).toMatch(/^https:\/\/services\.arcgis\.com\//);
  });

  it('is none where the record has no number of its own', () => {
    expect(pageOf('raleigh-zoning', { ZONING: 'DX-40' })).toBeUndefined();
    expect(pageOf('raleigh-permits', { permitnum: ' ' })).toBeUndefined();
  });
});
