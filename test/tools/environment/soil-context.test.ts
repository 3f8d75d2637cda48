import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { askWith, chicago, listOf, raleigh } from '../ask.ts';

const tool = 'svc_soil_context';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('gives the map unit, its shares and its components', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(
      pick(
        answer.facts,
        'mapUnit',
        'mapUnitHydric',
        'floodingFrequency',
        'bedrockDepth',
        'farmlandClass',
        'components',
      ),
    ).toEqual({
      mapUnit: {
        name: 'Cecil sandy loam, 2 to 6 percent slopes, moderately eroded',
        symbol: 'CeB2',
        surveyArea: 'Wake County, North Carolina, NC183',
        citation: 'c1',
      },
      mapUnitHydric: { value: 3, unit: 'percent', note: 'of the map unit', citation: 'c1' },
      floodingFrequency: { value: 'None', citation: 'c1' },
      bedrockDepth: { value: 152, unit: 'cm', note: 'shallowest', citation: 'c1' },
      farmlandClass: { value: 'All areas are prime farmland', citation: 'c1' },
      components: [
        {
          name: 'Cecil',
          kind: 'Series',
          sharePercent: 85,
          slopePercent: 4,
          drainageClass: 'Well drained',
          hydrologicGroup: 'B',
          hydric: 'No',
          citation: 'c1',
        },
        {
          name: 'Pacolet',
          kind: 'Series',
          sharePercent: 8,
          slopePercent: 5,
          drainageClass: 'Well drained',
          hydrologicGroup: 'B',
          hydric: 'No',
          restriction: { kind: 'Paralithic bedrock', depthCentimeters: 127 },
          citation: 'c1',
        },
        {
          name: 'Wehadkee',
          kind: 'Series',
          sharePercent: 3,
          slopePercent: 1,
          drainageClass: 'Poorly drained',
          hydrologicGroup: 'B/D',
          hydric: 'Yes',
          citation: 'c1',
        },
      ],
    });
    expect(answer.facts).not.toHaveProperty('waterTableDepth');
    expect(Object.values(answer.citations)[0]).toEqual({
      sourceName: 'SSURGO soil survey, USDA Soil Data Access (synthetic)',
      sourceUrl: 'https://www.nrcs.usda.gov/resources/data-and-reports/soil-survey-geographic-database-ssurgo',
      evidence: expect.stringMatching(/^[2-9b-z]{12}-\d+$/),
      recordId: '1234567',
      sourceDate: '2025-09-08',
      fetchedAt: '2026-11-21T12:00:00Z',
    });
  });

  it('says which units the parcel outline lies in, each with its share and its own class of farmland', async () => {
    const { facts, citations } = await service.call(tool, { address: raleigh });
    const { unitsOnParcel, pointAgrees, parcelOutline } = facts as Record<string, unknown>;
    expect(unitsOnParcel).toMatchObject([
      { symbol: 'CeB2', farmlandClass: 'All areas are prime farmland', sharePercent: 65 },
      { symbol: 'ChA', farmlandClass: 'Not prime farmland', hydricPercent: 40, sharePercent: 35 },
    ]);
    expect(pointAgrees).toMatchObject({ value: false });
    const [unit] = unitsOnParcel as { citation: string }[];
    expect(citations[unit?.citation ?? '']?.sourceName).toContain('SSURGO');
    expect(parcelOutline).toMatchObject({ parcelId: '1703570123' });
  });

  it('says nothing of the outline where a polygon of it does not read', async () => {
    const broken = {
      'usda-sda': {
        edit: (body: unknown) => {
          const { Table } = body as { Table: (string | null)[][] };
          const at = Table[0]?.indexOf('outline') ?? -1;
          return at < 0
            ? body
            : { Table: Table.map((row, index) => (index === 1 ? row.with(at, 'POLYGON ((1 2,') : row)) };
        },
      },
    };
    const answer = await askWith(broken, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.facts).toHaveProperty('mapUnit');
    expect(answer.facts).not.toHaveProperty('unitsOnParcel');
  });

  it('is empty on the empty object that the service sends for unsurveyed land', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
  });

  it.each(['http500', 'wrongShape', 'html200', 'emptyBody'] as const)('is unavailable on %s', async (fault) => {
    expect((await askWith({ 'usda-sda': fault }, tool, { address: raleigh })).state).toBe('unavailable');
  });

  const survey = (change: (row: readonly (string | null)[], columns: readonly string[]) => (string | null)[][]) => ({
    'usda-sda': {
      edit: (body: unknown) => {
        const { Table } = body as { Table: (string | null)[][] };
        const [columns = [], ...rows] = Table;
        return { Table: [columns, ...rows.flatMap((row) => change(row, columns.map(String)))] };
      },
    },
  });
  const set = (columns: readonly string[], row: readonly (string | null)[], values: Record<string, string | null>) =>
    row.map(
      (cell, at) => values[columns[at] ?? ''] ?? (columns[at] !== undefined && columns[at] in values ? null : cell),
    );

  it('says what was searched, what it brought, and where to look', async () => {
    expect(pick(await service.call(tool, { address: raleigh }), 'summary', 'searched', 'verifyNext')).toEqual({
      summary:
        'The USDA soil survey maps one soil unit at the point (CeB2); its main component is 85% of the unit and well drained; it rates septic tank absorption fields "Somewhat limited". The parcel lies in 2 units: CeB2 (65%), ChA (35%).',
      searched: [
        {
          source: 'SSURGO soil survey, USDA Soil Data Access',
          area: 'the map unit that contains the point',
          recordScope: 'detailed (SSURGO) surveys only',
          state: 'found',
        },
        {
          source: 'SSURGO soil survey, USDA Soil Data Access',
          area: 'the map unit that contains the point',
          recordScope: 'interpretations of major components',
          state: 'found',
        },
        {
          source: 'SSURGO soil survey, USDA Soil Data Access',
          area: 'the map unit that contains the point',
          recordScope: 'months of major components',
          state: 'found',
        },
        {
          source: 'SSURGO soil survey, USDA Soil Data Access',
          area: 'parcel 1703570123 and 50 m around its outline',
          recordScope: 'outlines of detailed (SSURGO) map units',
          state: 'found',
        },
      ],
      verifyNext: [
        {
          action: 'Draw the lot and read the interpretations',
          with: 'USDA Web Soil Survey',
          url: 'https://websoilsurvey.nrcs.usda.gov/app/',
        },
      ],
    });
    expect((await service.call(tool, { address: chicago })).summary).toEqual(
      'USDA publishes no detailed soil map unit at this point (unsurveyed land or open water).',
    );
    expect((await askWith({ 'usda-sda': 'http500' }, tool, { address: raleigh })).summary).toEqual(
      'The USDA soil survey could not be read for the point.',
    );
  });

  it('says less of a unit whose survey says less, and keeps a symbol that is none out of its sentence', async () => {
    const bare = survey((row, columns) => [
      set(columns, row, { comppct: null, drainagecl: null, musym: 'look here: <b>' }),
    ]);
    expect((await askWith(bare, tool, { address: raleigh })).summary).toEqual(
      'The USDA soil survey maps one soil unit at the point; it rates septic tank absorption fields "Somewhat limited". The parcel lies in 2 units: 65%, 35%.',
    );
    const strange = survey((row, columns) => [set(columns, row, { drainagecl: 'As told', musym: 'toolongasymbol' })]);
    expect((await askWith(strange, tool, { address: raleigh })).summary).toEqual(
      'The USDA soil survey maps one soil unit at the point; its main component is 85% of the unit; it rates septic tank absorption fields "Somewhat limited". The parcel lies in 2 units: 65%, 35%.',
    );
  });

  it('lists the largest components and counts the minor ones', async () => {
    const many = survey((row, columns) =>
      [row, row, row, row].map((one, at) => set(columns, one, { cokey: `${one[0]}-${at}`, compname: `Part ${at}` })),
    );
    const answer = await askWith(many, tool, { address: raleigh });
    expect([listOf(answer.facts, 'components').length, answer.limits]).toEqual([
      4,
      [
        'Field-scale survey: percentages are of the whole map unit, not of this lot.',
        'Interpretations are national ratings of soils in their natural state; a state can have criteria of its own.',
        'Not a percolation test, a geotechnical report or a wetland delineation.',
        '8 minor components are left out.',
      ],
    ]);
  });

  it('refuses text in the place of a number', async () => {
    await expect(service.call(tool, { latitude: "35') --", longitude: -78 })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });

  it('gives the depth of a water table where the survey has one', async () => {
    const shallow = (body: unknown) => {
      const { Table } = body as { Table: (string | null)[][] };
      const column = Table[0]?.indexOf('wtdepannmin') ?? -1;
      return { Table: Table.map((row, at) => (at === 0 || column < 0 ? row : row.with(column, '46'))) };
    };
    const answer = await askWith({ 'usda-sda': { edit: shallow } }, tool, { address: raleigh });
    expect(pick(answer.facts, 'waterTableDepth', 'mapUnitPonding', 'bedrockDepth')).toEqual({
      mapUnitPonding: { value: 0, unit: 'percent', note: 'of the map unit', citation: 'c1' },
      waterTableDepth: { value: 46, unit: 'cm', note: 'shallowest in the year', citation: 'c1' },
      bedrockDepth: { value: 152, unit: 'cm', note: 'shallowest', citation: 'c1' },
    });
  });

  it('rates uses by class, with the share of the unit and the limiting features, strongest first', async () => {
    const { facts } = await service.call(tool, { address: raleigh });
    const ratings = listOf(facts, 'interpretations');
    expect(ratings.map(({ use, rating, sharePercent }) => [use, rating, sharePercent])).toEqual([
      ['septic tank absorption fields', 'Somewhat limited', 85],
      ['septic tank absorption fields', 'Very limited', 8],
      ['dwellings with basements', 'Not limited', 85],
      ['dwellings without basements', 'Not limited', 85],
      ['small commercial buildings', 'Somewhat limited', 85],
      ['local roads and streets', 'Somewhat limited', 85],
    ]);
    expect(ratings.slice(0, 3)).toMatchObject([
      { components: ['Cecil'], reasons: ['Slow water movement'] },
      { components: ['Pacolet'], reasons: ['Depth to bedrock', 'Seepage, bottom layer', 'Slope'] },
      { components: ['Cecil'] },
    ]);
    expect(ratings[2]).not.toHaveProperty('reasons');
  });

  it('gives the months of a seasonal water table, of flooding and of ponding, and nothing of a dry soil', async () => {
    const { facts } = await service.call(tool, { address: raleigh });
    expect(listOf(facts, 'seasons')).toEqual([
      {
        component: 'Wehadkee',
        sharePercent: 3,
        highWaterTableCentimeters: 15,
        wetMonths: [1, 2, 3, 4, 12],
        flooding: [{ frequency: 'Frequent', months: [1, 2, 3, 4, 12] }],
        ponding: [{ frequency: 'Occasional', months: [2] }],
        citation: 'c2',
      },
    ]);
  });

  it.each([
    ['interpretations', 'mrulename'],
    ['seasons', 'monthseq'],
  ])('keeps the map unit where its %s cannot be read, and says so', async (part, column) => {
    const lost = {
      edit: (body: unknown) => {
        const { Table } = body as { Table: (string | null)[][] };
        return Table[0]?.includes(column) ? { message: 'down' } : body;
      },
    };
    const answer = await askWith({ 'usda-sda': lost }, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.facts).toHaveProperty('mapUnit');
    expect(answer.facts).not.toHaveProperty(part);
    expect(answer.components?.[part]?.state).toBe('unavailable');
  });

  it.each([
    ['interpretations', 'mrulename', 'interphrc'],
    ['seasons', 'monthseq', 'compname'],
  ])('never calls its %s empty where rows of them did not read', async (part, column, needed) => {
    // the first row does not read, and no other row says anything
    const mute = survey((row, columns) =>
      columns.includes(column)
        ? [set(columns, row, { cokey: null }), set(columns, row, { [needed]: null })]
        : [[...row]],
    );
    const answer = await askWith(mute, tool, { address: raleigh });
    expect(answer.state).toBe('partial');
    expect(answer.facts).not.toHaveProperty(part);
    expect(answer.components?.[part]).toMatchObject({ state: 'unavailable' });
  });

  it('has no rating where the survey has none, and no season', async () => {
    const none = {
      edit: (body: unknown) => {
        const { Table } = body as { Table: (string | null)[][] };
        return Table[0]?.includes('farmlndcl') ? body : {};
      },
    };
    const answer = await askWith({ 'usda-sda': none }, tool, { address: raleigh });
    expect(answer.facts).not.toHaveProperty('interpretations');
    expect(answer.components).toMatchObject({ interpretations: { state: 'empty' }, seasons: { state: 'empty' } });
    expect(answer.summary).toBe(
      'The USDA soil survey maps one soil unit at the point (CeB2); its main component is 85% of the unit and well drained. The parcel lies in 2 units: CeB2 (65%), ChA (35%).',
    );
  });
});
