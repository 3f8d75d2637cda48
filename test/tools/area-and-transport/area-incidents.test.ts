import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withRows } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, newYork, philadelphia, raleigh } from '../ask.ts';
import { askWithLane } from '../lane-fields.ts';

const tool = 'svc_area_incidents';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('counts under the words of the source, lists the newest, and states what is not measured', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('found');
    expect(pick(answer.facts, 'datasets', 'newest')).toEqual({
      datasets: [
        {
          count: 2,
          complete: true,
          byType: [
            { type: 'DECEPTIVE PRACTICE', count: 1 },
            { type: 'THEFT', count: 1 },
          ],
          locationPrecision: 'block',
          measures: 'Incidents that were reported to the Chicago Police Department and entered in its CLEAR system.',
          doesNotMeasure: 'What was not reported, who is guilty, or what will happen.',
          knownBiases: [
            'Reporting differs by offense, neighborhood and trust in the police.',
            'Classifications are preliminary and may change after investigation.',
            'Positions are moved to the block; several addresses share one.',
          ],
          lagDays: 7,
          citation: 'c1',
        },
      ],
      newest: [
        {
          date: '2026-11-07',
          type: 'THEFT',
          detail: '$500 AND UNDER, SIDEWALK',
          where: '001XX N LA SALLE ST',
          distanceRange: 'within 250 m',
          recordId: '14295750',
          citation: 'c1',
        },
        {
          date: '2026-09-22',
          type: 'DECEPTIVE PRACTICE',
          detail: 'CREDIT CARD FRAUD, BANK',
          where: '001XX N CLARK ST',
          distanceRange: 'within 250 m',
          recordId: '14281111',
          citation: 'c1',
        },
      ],
    });
    expect(JSON.stringify(answer.facts)).toContain('What was not reported');
    expect(answer.searched[0]).toEqual({
      source: 'Chicago crimes, 2001 to present',
      area: 'within 500 m of the matched address',
      period: '2026-05-25 to 2026-11-21',
      state: 'found',
    });
  });

  it('knows a block and therefore measures no distance in meters, and gives no rate', async () => {
    const text = JSON.stringify(await service.call(tool, { address: raleigh, radiusMeters: 1000, lookbackDays: 365 }));
    expect(text).not.toMatch(/distanceMeters|within (50|100) m"|per (1,?000|capita|100)|PLANTED/);
  });

  it('reads a city whose tables lie behind one SQL service, within the period and to the block', async () => {
    const described = {
      locationPrecision: 'block',
      measures: 'Incidents of part 1 and part 2 offenses that the police were dispatched to and recorded.',
      doesNotMeasure: 'What was not reported, who is guilty, or what will happen.',
      knownBiases: [
        'Reporting differs by offense, neighborhood and trust in the police.',
        'Classifications may change after investigation.',
        'Positions are moved to the block; several addresses share one.',
      ],
      citation: 'c1',
    };
    const theft = {
      date: '2026-11-10',
      type: 'Thefts',
      where: '1500 BLOCK MARKET ST',
      distanceRange: 'within 250 m',
      recordId: '202609012345',
      citation: 'c1',
    };
    const answer = await service.call(tool, { address: philadelphia });
    expect(answer.facts).toEqual({
      datasets: [
        {
          count: 1,
          complete: true,
          byType: [{ type: 'Thefts', count: 1 }],
          ...described,
        },
      ],
      newest: [theft],
    });
    const year = await service.call(tool, { address: philadelphia, lookbackDays: 365 });
    expect(year.facts).toEqual({
      datasets: [
        {
          count: 2,
          complete: true,
          byType: [
            { type: 'Thefts', count: 1 },
            { type: 'Vandalism/Criminal Mischief', count: 1 },
          ],
          ...described,
        },
      ],
      newest: [
        theft,
        {
          date: '2026-01-24',
          type: 'Vandalism/Criminal Mischief',
          where: '1700 BLOCK JFK BLVD',
          distanceRange: 'within 250 m',
          recordId: '202609011111',
          citation: 'c1',
        },
      ],
    });
    expect(JSON.stringify(year)).not.toMatch(/PLANTED|lane_latitude/);
  });

  it('widens with the period, down to the whole history that is kept', async () => {
    const answer = await service.call(tool, { address: chicago, lookbackDays: 3650 });
    expect(pick(answer.facts, 'datasets')).toEqual({
      datasets: [
        {
          count: 3,
          complete: true,
          byType: [
            { type: 'BATTERY', count: 1 },
            { type: 'DECEPTIVE PRACTICE', count: 1 },
            { type: 'THEFT', count: 1 },
          ],
          locationPrecision: 'block',
          measures: 'Incidents that were reported to the Chicago Police Department and entered in its CLEAR system.',
          doesNotMeasure: 'What was not reported, who is guilty, or what will happen.',
          knownBiases: [
            'Reporting differs by offense, neighborhood and trust in the police.',
            'Classifications are preliminary and may change after investigation.',
            'Positions are moved to the block; several addresses share one.',
          ],
          lagDays: 7,
          citation: 'c1',
        },
      ],
    });
  });

  it('is empty where nothing was published, and says when the lag covers the whole period', async () => {
    const answer = await service.call(tool, { address: newYork, lookbackDays: 30 });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toContain('does not say that nothing happened');
    expect(answer.limits.join(' ')).toContain('published about 90 days late');
  });

  it('gives status and meters where a source states them and the position itself', async () => {
    const answer = await askWithLane(
      {
        card: 'chicago-crimes',
        source: {
          locationPrecision: 'exact',
          fields: { status: 'location_description' },
        },
      },
      tool,
      { address: chicago },
    );
    expect(answer.facts?.newest).toEqual([
      {
        date: '2026-11-07',
        type: 'THEFT',
        detail: '$500 AND UNDER, SIDEWALK',
        status: 'SIDEWALK',
        where: '001XX N LA SALLE ST',
        distanceMeters: 50,
        recordId: '14295750',
        citation: 'c1',
      },
      {
        date: '2026-09-22',
        type: 'DECEPTIVE PRACTICE',
        detail: 'CREDIT CARD FRAUD, BANK',
        status: 'BANK',
        where: '001XX N CLARK ST',
        distanceMeters: 161,
        recordId: '14281111',
        citation: 'c1',
      },
    ]);
  });

  it('is not covered elsewhere, names the wired places and an office', async () => {
    const answer = await service.call(tool, { address: biloxi });
    expect(answer.state).toBe('not_covered');
    expect(answer.limits.join(' ')).toMatch(
      /never means that no records exist\. Wired for this question: \w+, [A-Z]{2}; .* and \d+ more\./,
    );
    expect(answer.verifyNext[0]?.with).toBe('police department of Biloxi, MS (outside its limits: Harrison County)');
  });

  it('is unavailable where the source fails, partial where one of two does', async () => {
    const down = await askWith({ 'chicago-crimes': 'http500' }, tool, { address: chicago });
    expect(pick(down, 'state', 'summary')).toEqual({
      state: 'unavailable',
      summary: expect.stringContaining('could not be read'),
    });
    expect(down.facts).toBeUndefined();
    const sql = await askWith({ 'philadelphia-incidents': 'error200' }, tool, { address: philadelphia });
    expect(sql.state).toBe('unavailable');
    const half = await askWith({ 'nyc-nypd-complaints-historic': 'error200' }, tool, { address: newYork });
    expect(pick(half, 'state', 'summary')).toEqual({
      state: 'partial',
      summary: expect.stringContaining('at least 1 police incident'),
    });
  });

  it.each([{ lookbackDays: 4000 }, { lookbackDays: 0.5 }, { radiusMeters: 90_000 }, { lookback: 3 }])(
    'refuses %o',
    async (wrong) => {
      await expect(service.call(tool, { address: chicago, ...wrong })).rejects.toMatchObject({ status: 400 });
    },
  );

  it('sums the rarer types and counts the rows that it leaves out', async () => {
    const more = withRows(40, (_, at) => ({ id: `9${at}`, primary_type: `TYPE ${at}` }));
    const { facts = {} } = await askWith({ 'chicago-crimes': more }, tool, { address: chicago });
    const [dataset] = facts.datasets as { byType: object[] }[];
    expect(pick(dataset, 'count', 'complete', 'typesLeftOut')).toEqual({ count: 40, complete: true, typesLeftOut: 32 });
    expect(dataset?.byType).toHaveLength(8);
    expect([facts.newest, facts.leftOut]).toEqual([expect.objectContaining({ length: 6 }), 34]);
  });
});
