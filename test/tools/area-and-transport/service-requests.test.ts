import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withRows } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, newYork, philadelphia, raleigh } from '../ask.ts';
import { askWithLane } from '../lane-fields.ts';

const tool = 'svc_service_requests';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('lists requests with status and distance, without the calls that lie at the call center', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      datasets: [
        {
          count: 2,
          complete: true,
          byType: [
            { type: 'Graffiti Removal Request', count: 1 },
            { type: 'Street Light Out Complaint', count: 1 },
          ],
          locationPrecision: 'exact',
          measures: 'Requests that people made to the city through 311.',
          doesNotMeasure: 'Conditions that no one reported, or whether a reported one was there.',
          knownBiases: [
            'Use of 311 differs by neighborhood, language and habit.',
            'One condition can bring many requests.',
          ],
          citation: 'c1',
        },
      ],
      newest: [
        {
          date: '2026-11-12',
          type: 'Street Light Out Complaint',
          status: 'Open',
          where: '121 N LASALLE ST',
          distanceMeters: 28,
          recordId: 'SR26-01990001',
          citation: 'c1',
        },
        {
          date: '2026-09-02',
          type: 'Graffiti Removal Request',
          status: 'Completed',
          closedOn: '2026-09-06',
          where: '30 W RANDOLPH ST',
          distanceMeters: 212,
          recordId: 'SR26-01550003',
          citation: 'c1',
        },
      ],
    });
    expect(JSON.stringify(answer)).not.toMatch(/INFORMATION ONLY|PLANTED/);
    const other = await service.call(tool, { address: philadelphia });
    expect(other.facts).toEqual({
      datasets: [
        {
          count: 1,
          complete: true,
          byType: [{ type: 'Street Light Outage', count: 1 }],
          locationPrecision: 'exact',
          measures: 'Requests that people made to the city through 311.',
          doesNotMeasure: 'Conditions that no one reported, or whether a reported one was there.',
          knownBiases: [
            'Use of 311 differs by neighborhood, language and habit.',
            'One condition can bring many requests.',
          ],
          citation: 'c1',
        },
      ],
      newest: [
        {
          date: '2026-11-15',
          type: 'Street Light Outage',
          status: 'Open',
          where: '1515 MARKET ST',
          distanceMeters: 14,
          recordId: '17654321',
          citation: 'c1',
        },
      ],
    });
  });

  it('is empty beyond the period and says that nothing follows from it', async () => {
    const answer = await service.call(tool, { address: newYork, lookbackDays: 5 });
    expect(answer.state).toBe('empty');
    expect(answer.facts).toBeUndefined();
  });

  it('reads the requests of Raleigh, and says how far back they reach', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts?.newest).toEqual([
      {
        date: '2026-11-15',
        type: 'Flooding, Drainage, or Runoff',
        status: 'Work in Progress',
        where: '300 W MORGAN ST',
        distanceMeters: 170,
        recordId: '2026-00015930',
        citation: 'c1',
      },
      {
        date: '2026-10-17',
        type: 'Potholes & Sinkholes',
        detail: 'Pothole',
        status: 'Closed',
        closedOn: '2026-10-21',
        where: '230 W HARGETT ST',
        distanceMeters: 50,
        recordId: '2026-00014412',
        citation: 'c1',
      },
    ]);
    expect(answer.limits.join(' ')).toContain('last nine months');
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
    const year = await service.call(tool, { address: raleigh, lookbackDays: 365 });
    expect(year.searched[0]?.period).toBe('2026-02-24 to 2026-11-21');
  });

  it('is not covered where no such lane is wired', async () => {
    expect((await service.call(tool, { address: biloxi })).state).toBe('not_covered');
  });

  it('is unavailable where the source hangs up, never empty', async () => {
    const answer = await askWith({ 'chicago-311': 'refused' }, tool, { address: chicago });
    expect(answer.state).toBe('unavailable');
  });

  it('gives the detail of a request beside its type', async () => {
    const answer = await service.call(tool, { address: newYork });
    expect(pick(answer, 'summary', 'facts', 'searched')).toEqual({
      summary:
        'NYC 311 service requests, within 300 m of 100 GOLD ST, NEW YORK, NY, 10038, 2026-05-25 to 2026-11-21: 1 service request (most frequent: "Noise" 1).',
      searched: [
        {
          source: 'NYC 311 service requests',
          area: 'within 300 m of the matched address',
          period: '2026-05-25 to 2026-11-21',
          state: 'found',
        },
      ],
      facts: {
        datasets: [
          {
            count: 1,
            complete: true,
            byType: [{ type: 'Noise', count: 1 }],
            locationPrecision: 'exact',
            measures: 'Requests and complaints that people made through 311.',
            doesNotMeasure: 'Conditions that no one reported, or whether a reported one was there.',
            knownBiases: [
              'Use of 311 differs by neighborhood, language and habit.',
              'One condition can bring many requests.',
            ],
            citation: 'c1',
          },
        ],
        newest: [
          {
            date: '2026-11-01',
            type: 'Noise',
            detail: 'Noise: Construction Equipment',
            status: 'Open',
            where: '100 GOLD STREET',
            distanceMeters: 32,
            recordId: '66000001',
            citation: 'c1',
          },
        ],
      },
    });
  });

  it('says how late a list comes, and asks for the office of a place that has none', async () => {
    const late = await askWithLane(
      {
        card: 'chicago-311',
        source: { bias: { measures: 'a', doesNotMeasure: 'b', knownBiases: ['c'], lagDays: 4 } },
        columns: { sr_type: 'Pothole' },
      },
      tool,
      { address: chicago },
    );
    expect(late.facts?.datasets).toEqual([
      {
        count: 2,
        complete: true,
        byType: [{ type: 'Pothole', count: 2 }],
        locationPrecision: 'exact',
        measures: 'a',
        doesNotMeasure: 'b',
        knownBiases: ['c'],
        lagDays: 4,
        citation: 'c1',
      },
    ]);
    const uncovered = await service.call(tool, { address: biloxi });
    expect(uncovered.limits.at(-1)).toMatch(
      /^Wired for this question: Austin, TX; Baltimore, MD; .*; Dayton, OH and \d+ more\.$/,
    );
    expect(pick(uncovered, 'summary', 'searched', 'verifyNext')).toEqual({
      summary: 'No service request source was queried for 140 LAMEUSE ST, BILOXI, MS, 39530: none is wired here.',
      searched: [
        {
          source: 'wired service request sources',
          area: '140 LAMEUSE ST, BILOXI, MS, 39530',
          state: 'not_covered',
          reason:
            'No service requests source is wired for Harrison County, MS. Not covered never means that no records exist.',
        },
      ],
      verifyNext: [
        {
          action: 'Look it up with the official 311 service',
          with: '311 service of Biloxi, MS (outside its limits: Harrison County)',
        },
        { action: 'Ask for coverage of this place', with: 'svc_request_coverage' },
      ],
    });
  });

  it('refuses a call without a place', async () => {
    await expect(service.call(tool, { lookbackDays: 30 })).rejects.toMatchObject({ status: 400 });
  });

  it('sums the rarer types and counts the rows that it leaves out', async () => {
    const more = withRows(40, (_, at) => ({ sr_number: `9${at}`, sr_type: `TYPE ${at}` }));
    const { facts = {} } = await askWith({ 'chicago-311': more }, tool, { address: chicago });
    const [dataset] = facts.datasets as { byType: object[] }[];
    expect(pick(dataset, 'count', 'complete', 'typesLeftOut')).toEqual({ count: 40, complete: true, typesLeftOut: 32 });
    expect(dataset?.byType).toHaveLength(8);
    expect([facts.newest, facts.leftOut]).toEqual([expect.objectContaining({ length: 6 }), 34]);
  });
});
