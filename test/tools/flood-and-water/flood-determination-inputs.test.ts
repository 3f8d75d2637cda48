import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { pick, tokensOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, hartford, newYork, raleigh } from '../ask.ts';

const tool = 'svc_flood_determination_inputs';
let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

interface Line {
  field: string;
  value?: string;
  note?: string;
  citation: string;
}
const formOf = (answer: Answer) => (answer.facts?.form ?? []) as readonly Line[];
const field = (answer: Answer, name: string) =>
  formOf(answer)
    .filter((line) => line.field === name)
    .map(({ value, note }) => ({ ...(value && { value }), ...(note && { note }) }));
const sourceOf = (answer: Answer, name: string) => {
  const line = formOf(answer).find((one) => one.field === name);
  return line && answer.citations[line.citation]?.sourceName;
};

describe(tool, () => {
  it('fills the fields of the form, each with its source, and makes no determination', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(formOf(answer).map(({ field: name, value, note }) => [name, value, note])).toEqual([
      ['A.1', 'CITY OF RALEIGH', undefined],
      ['A.2', 'WAKE COUNTY/DURHAM COUNTY', undefined],
      ['A.3', 'NC', undefined],
      ['A.4', '370243', undefined],
      ['B.1', '3720170300K', 'suffix K; Countywide, Panel Printed'],
      ['B.2', '2022-07-19', undefined],
      ['B.3', 'LOMR 23-04-1234P, 2023-11-03', 'covers the point; status Effective'],
      ['B.4', 'X (0.2 PCT ANNUAL CHANCE FLOOD HAZARD)', 'FEMA flags it as special flood hazard area: no'],
      ['C.1', 'community participates, Regular Program', 'since 1978-08-15'],
      ['C.3', 'no unit mapped at the point', undefined],
    ]);
    expect(sourceOf(answer, 'B.1')).toMatch(/National Flood Hazard Layer/);
    expect(sourceOf(answer, 'C.1')).toMatch(/Community Status Book/);
    expect(sourceOf(answer, 'C.3')).toMatch(/Coastal Barrier Resources System/);
    expect(pick(answer.facts, 'communityMaps')).toEqual({
      communityMaps: { firstRateMapOn: '1978-08-15', currentMapOn: '2022-07-19', citation: expect.any(String) },
    });
    expect(answer.facts?.ground).toBeDefined();
    expect(answer.summary).toMatch(/10 of 10 have a published value; this is not a determination/);
    expect(answer.limits.join(' ')).toMatch(/section D, the comments and the signature are the determiner's/);
    expect(formOf(answer).some(({ field: name }) => /^[DEF]/.test(name))).toBe(false);
  });

  it('gives the barrier unit with its designation date, and base flood elevations with their datum', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(field(answer, 'C.3')).toEqual([
      {
        value: 'unit MS-99, System Unit, 1982-10-18',
        note: 'System Unit since 1982-10-18; new federal flood insurance prohibited from 1983-10-01',
      },
    ]);
    expect(field(answer, 'B.4')).toEqual([
      { value: 'VE', note: 'FEMA flags it as special flood hazard area: yes; base flood elevation 19 feet NAVD88' },
      {
        value: 'X (AREA OF MINIMAL FLOOD HAZARD)',
        note: 'FEMA flags it as special flood hazard area: no',
      },
    ]);
    expect(field(answer, 'B.3')).toEqual([
      { note: 'no revision covers the point and no amendment was placed within 50 m' },
    ]);
    expect(answer.summary).toMatch(/9 of 10 have a published value, not B\.3;/);
    // a first map of 2070 is a day written a century late
    expect(answer.facts?.communityMaps).toEqual({
      currentMapOn: '2009-06-16',
      currentMapNote: 'M',
      citation: expect.any(String),
    });
    expect(answer.verifyNext[1]?.with).toBe('US Fish and Wildlife Service');
  });

  it('lists letters about single properties near the point, and says that only the letter names the property', async () => {
    const answer = await service.call(tool, { address: newYork });
    expect(field(answer, 'B.3')).toEqual([
      {
        value: 'LOMA 24-02-0002A, 2024-05-17',
        note: 'within 50 m; which property it names is in the letter; Property removed',
      },
      {
        value: 'LOMA 08-02-0001A, 2008-02-05',
        note: 'within 50 m; which property it names is in the letter; Property removed; Superseded',
      },
    ]);
  });

  it('keeps within the size of an answer, and states each part', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(tokensOf(answer)).toBeLessThanOrEqual(2000);
    for (const { state, reason } of Object.values(answer.components ?? {})) {
      if (state !== 'found' && state !== 'stale' && state !== 'empty') expect(reason).toBeTruthy();
    }
    expect(JSON.stringify(answer)).not.toMatch(/planted/i);
  });

  it.each([
    [{ regularEmergencyProgramDate: '01/15/02(E)' }, 'community participates, Emergency Program', 'since 2002-01-15'],
    [{ regularEmergencyProgramDate: null }, 'community participates', 'the book gives no day of entry'],
    [
      { participatingInNFIP: false, sanctionDate: '01/07/09(S)' },
      'community does not participate (field C.2)',
      'listed as suspended; since 2009-01-07',
    ],
    [
      { participatingInNFIP: '0', sanctionDate: '09/30/84(W)' },
      'community does not participate (field C.2)',
      'listed as withdrawn; since 1984-09-30',
    ],
    [
      { participatingInNFIP: false, sanctionDate: '12/10/76' },
      'community does not participate (field C.2)',
      'since 1976-12-10',
    ],
  ])('reads the book at %j', async (columns, value, note) => {
    const edit = withColumns((row) => ('communityIdNumber' in row ? columns : {}));
    const answer = await askWith({ openfema: edit }, tool, { address: raleigh });
    expect(field(answer, 'C.1')).toEqual([{ value, note }]);
  });

  it('says that the book lists no such community', async () => {
    const edit = withColumns((row) => ('CID' in row ? { CID: '379999' } : {}));
    const answer = await askWith({ 'fema-nfhl': edit }, tool, { address: raleigh });
    expect(field(answer, 'C.1')).toEqual([{ note: 'the status book lists no community 379999' }]);
    expect(answer.components?.participation).toEqual({
      state: 'empty',
      reason: 'the status book lists no community of this number',
    });
    expect(answer.summary).toMatch(/not A\.2, A\.3, C\.1;/);
  });

  it('leaves the designation date open where the layer of dates cannot be found', async () => {
    const edit = {
      edit: (body: unknown) =>
        (body as { layers?: unknown }).layers ? { layers: [{ id: 3, name: 'CBRS Units' }], tables: [] } : body,
    };
    const answer = await askWith({ 'usfws-cbrs': edit }, tool, { address: biloxi });
    expect(answer.state).toBe('partial');
    expect(field(answer, 'C.3')).toEqual([
      { value: 'unit MS-99, System Unit', note: 'designation date not read from the layer of prohibitions' },
    ]);
    expect(answer.components?.barrierDates?.state).toBe('unavailable');
  });

  it('says that no digital map is published, which is field B.5', async () => {
    const answer = await service.call(tool, { address: hartford });
    expect(answer.summary).toMatch(/no digital flood map at the point \(field B\.5\)/);
    expect(answer.components?.floodMap?.state).toBe('not_covered');
    expect(field(answer, 'B.4')).toEqual([]);
  });

  it('fills nothing of section B where the map draws no zone', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.components?.floodMap).toEqual({
      state: 'empty',
      reason: 'a digital map exists here and draws no flood hazard zone at the point',
    });
    expect(answer.summary).not.toMatch(/B\.5/);
  });

  it('is partial where one source fails, and names it', async () => {
    const map = await askWith({ 'fema-nfhl': 'http500' }, tool, { address: raleigh });
    expect(map.state).toBe('partial');
    expect(map.components?.floodMap?.state).toBe('unavailable');
    expect(map.components?.participation?.state).toBe('unavailable');
    const book = await askWith({ openfema: 'error200' }, tool, { address: raleigh });
    expect(book.state).toBe('partial');
    expect(field(book, 'C.1')).toEqual([]);
    expect(book.summary).toMatch(/not A\.2, A\.3, C\.1;/);
    const barriers = await askWith({ 'usfws-cbrs': 'http500' }, tool, { address: raleigh });
    expect(barriers.state).toBe('partial');
    expect(field(barriers, 'C.3')).toEqual([]);
  });

  it('refuses a call without an address', async () => {
    await expect(service.call(tool, {})).rejects.toMatchObject({ status: 400 });
  });
});
