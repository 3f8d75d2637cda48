import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextParts } from '../../src/answers/context-parts.ts';
import type { Answer } from '../../src/kernel/answer.ts';
import { openService, type TestService } from '../harness.ts';

/**
 * A ZIP of each state and of DC. The fake sources hold figures of some counties (Wake NC, Cook IL, Harrison MS,
 * Hartford CT, and single ones elsewhere); in the others they answer that they have none.
 */
const zips =
  'AL 35203;AK 99501;AZ 85004;AR 72201;CA 95814;CO 80202;CT 06103;DE 19901;DC 20001;FL 33602;GA 30303;HI 96813;ID 83702;IL 60602;IN 46204;IA 50309;KS 66101;KY 40202;LA 70112;ME 04101;MD 21201;MA 02108;MI 48226;MN 55401;MS 39530;MO 65806;MT 59601;NE 68102;NV 89101;NH 03101;NJ 07102;NM 87501;NY 10038;NC 27601;ND 58501;OH 43215;OK 73102;OR 97204;PA 19103;RI 02903;SC 29201;SD 57501;TN 37203;TX 78701;UT 84101;VT 05401;VA 23219;WA 98101;WV 25301;WI 53703;WY 82001'
    .split(';')
    .map((one) => one.split(' ') as [string, string]);

const rural = '40935 County Road 35, Wray, CO 80758';
const partNames = Object.keys(contextParts('place-facts-area'));

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const statesOf = ({ components = {} }: Answer) => Object.values(components).map(({ state }) => state);
const said = ({ summary, limits, components }: Answer) => JSON.stringify([summary, limits, components]);

describe('an area', () => {
  it.each(zips)(
    '%s %s: its tools answer for the ZIP and its county, and none refuses the place',
    async (state, zip) => {
      const answer = await service.call('svc_place_facts', { address: zip });
      expect(answer.subject).toMatchObject({ state, zip, precision: 'area', areaKind: 'zip' });
      const states = statesOf(answer);
      expect(
        states.filter((one) => ['found', 'empty', 'stale', 'partial'].includes(one)).length,
      ).toBeGreaterThanOrEqual(8);
      expect(states.filter((one) => one === 'found' || one === 'partial').length).toBeGreaterThanOrEqual(3);
      expect(said(answer)).not.toMatch(/needs a point|takes an address|never treated as a point/);
    },
  );

  it('has the facts of every part that has any, each with its citation', async () => {
    const answer = await service.call('svc_place_facts', { address: '27601' });
    expect(Object.keys(answer.components ?? {})).toEqual(partNames);
    expect(answer.facts).toMatchObject({
      jobs: { unemploymentRate: { value: 3.4, unit: 'percent' } },
      radon: { zone: { value: 2 } },
      officials: { officials: [{ office: 'US Senator' }, { office: 'US Senator' }] },
    });
    expect(answer.facts).not.toHaveProperty('parcel');
    expect(answer.summary).toMatch(/^Unemployment 3\.4% in 2026-09; .* Searched for Raleigh, NC 27601: /);
  });

  it.each(['Harrison County, MS', 'Chicago, IL', 'North Carolina'])('%s is one too', async (address) => {
    const answer = await service.call('svc_place_facts', { address });
    expect(Object.keys(answer.components ?? {})).toEqual(partNames);
    expect(statesOf(answer).filter((one) => one === 'found').length).toBeGreaterThanOrEqual(2);
  });

  it('sells nothing: a paid call gets the free diagnostic', async () => {
    const tool = service.service.registry.freeTool('svc_place_facts');
    const answer = await service.call('svc_place_facts', { address: '27601' });
    expect(tool?.paid?.sells?.(answer as never)).toBe(false);
  });
});

describe('a house that no geocoder knows', () => {
  it('gets what its county and ZIP can answer, and the way to the spot', async () => {
    const answer = await service.call('svc_place_facts', { address: rural });
    expect(answer.state).toBe('partial');
    expect(answer.limits).toContain(
      'The house "40935 County Road 35" could not be placed by a geocoder, so the answer is of Wray, CO 80758. Latitude and longitude, or the nearest crossing of two roads, find the spot.',
    );
    expect(answer.searched).toContainEqual(
      expect.objectContaining({ recordScope: 'address ranges, current benchmark', state: 'empty' }),
    );
    expect(Object.keys(answer.facts ?? {})).toEqual(expect.arrayContaining(['taxDates', 'governments']));
  });

  it('is said to be unknown where a question needs a point, with the question that the area can answer', async () => {
    const answer = await service.call('svc_flood_zone', { address: rural });
    expect(answer.state).toBe('unresolved');
    expect(answer.summary).toBe(
      'The place is known only as a ZIP area; this question needs a point. No geocoder knows the house "40935 County Road 35": its coordinates, or the nearest crossing of two roads, find the spot.',
    );
    expect(answer.verifyNext.map(({ action }) => action)).toEqual([
      'Give latitude and longitude of the spot, or the nearest crossing',
      'Ask what is published of Wray, CO 80758 as a whole',
    ]);
    const zip = await service.call('svc_flood_zone', { address: '80758' });
    expect(zip.summary).toContain('Give a street address, or latitude and longitude.');
  });
});

describe('composed tools', () => {
  it('give the market of a ZIP', async () => {
    const answer = await service.call('svc_market_context', { address: '27601' });
    expect(answer.state).toBe('found');
    expect(answer.facts).toMatchObject({ zipRents: { zip: '27601' }, statePrices: { state: 'NC' } });
  });

  it('give the county part of the insurance context, and name once what needs a point', async () => {
    const answer = await service.call('svc_homeowners_insurance_context', { address: '27601' });
    expect(answer.state).toBe('partial');
    expect(Object.keys(answer.components ?? {})).toEqual(['disasters', 'storms']);
    expect(answer.limits).toContain(
      'Not queried for an area, because they are of one spot: building, wildfire, earthquake, flood map, fire stations.',
    );
  });

  it('name the senators of a ZIP', async () => {
    const answer = await service.call('svc_representatives', { address: '27601' });
    expect(answer.state).toBe('found');
    expect((answer.facts as { officials: { office: string }[] }).officials.map(({ office }) => office)).toEqual([
      'US Senator',
      'US Senator',
    ]);
    expect(answer.limits.at(-1)).toContain('Senators of the state alone');
  });
});
