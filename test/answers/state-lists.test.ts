import { expect, test } from 'vitest';
import { recordTypes } from '../../src/answers/registers/record-types.ts';
import { readStateLists, unsearchedKinds } from '../../src/answers/registers/state-lists.ts';
import { states } from '../../src/geography/us-states.ts';
import { readDataFile } from '../../src/kernel/data-file.ts';
import { hasData } from '../../src/kernel/lookup.ts';
import type { PointSubject } from '../../src/kernel/subject.ts';
import {
  everyStateRegister,
  parseRegisters,
  registerKinds,
  stateRegisters,
} from '../../src/places/registry/state-registers.ts';
import { openRig } from '../sources/rig.ts';
import { stateRegisterUpstreams } from '../upstreams/state-registers.ts';

const here = {
  latitude: 40.1,
  longitude: -90.2,
  matched: '12 MAIN ST, SPRINGFIELD',
  city: 'Springfield',
  zip: '12345',
};
const subjectIn = (stateFips: string, stateCode: string): PointSubject => ({
  ...{ input: 'a house', streetLine: '12 MAIN ST', precision: 'address', zip: here.zip, placeName: here.city },
  ...{ latitude: here.latitude, longitude: here.longitude, stateFips, stateCode },
  ...{ countyAlternates: [], countyCandidates: [], candidates: [] },
});
const listed = states.filter(({ fips }) => stateRegisters(fips).length > 0);

/** The lists of every state, all at one place. */
async function openLists() {
  const fakes = stateRegisterUpstreams(listed.map(({ code: stateCode }) => ({ ...here, stateCode })));
  const queried: string[] = [];
  const rig = await openRig({
    hosts: fakes.flatMap(({ hosts }) => hosts),
    respond(request) {
      queried.push(`${request.query} ${request.body}`);
      for (const fake of fakes) {
        const reply = fake.hosts.includes(request.host) ? fake.respond(request) : undefined;
        if (reply) return reply;
      }
      return undefined;
    },
  });
  return { rig, queried, [Symbol.asyncDispose]: () => rig.close() };
}

test('every list is read by its own columns, as records of its kind, and nobody of it', async () => {
  await using lists = await openLists();
  for (const { fips, code } of listed) {
    const readings = await readStateLists({ sources: lists.rig.access, subject: subjectIn(fips, code) }, 20_000);
    for (const { id, types, lookup, radiusMeters } of readings) {
      const list = stateRegisters(fips).find(({ card }) => card.id === id);
      if (!list) throw new Error(id);
      expect(`${id} ${lookup.state}`).toBe(`${id} found`);
      const rows = hasData(lookup) ? lookup.data : [];
      // a tank list has a row for each tank, and names a facility once
      const ids = rows.map(({ recordId }) => recordId);
      expect(new Set(ids).size).toBe(list.row.record_id ? ids.length : 1);
      expect([types, rows[0]?.types]).toEqual([[list.row.kind], [list.row.kind]]);
      expect(rows.every(({ at }) => (list.row.located_by === 'address' ? at === undefined : at !== undefined))).toBe(
        true,
      );
      // a list without positions gives the records of the very address
      if (list.row.located_by === 'address') expect([ids.length, radiusMeters]).toEqual([1, 0]);
      else expect(radiusMeters).toBeGreaterThanOrEqual(recordTypes[list.row.kind].radiusMeters);
      expect(JSON.stringify(rows)).not.toMatch(/PLANTED/);
    }
    expect(readings).toHaveLength(stateRegisters(fips).length);
  }
  expect(lists.queried.join('\n')).not.toMatch(/OWNER|mail_address|contact_1|owner_/);
});

test('a list that does not answer is unavailable, and the others are read', async () => {
  await using lists = await openLists();
  lists.rig.upstreams.setFault(({ host }) => host === 'services2.arcgis.com', 'http500');
  const readings = await readStateLists({ sources: lists.rig.access, subject: subjectIn('48', 'TX') }, 20_000);
  expect(readings.map(({ types, lookup }) => `${types[0]} ${lookup.state}`)).toEqual([
    'oilGasWells found',
    'tankReleases unavailable',
  ]);
});

test('a list without positions is not covered where no street address is known', async () => {
  await using lists = await openLists();
  const { streetLine: _line, ...point } = subjectIn('09', 'CT');
  const readings = await readStateLists(
    { sources: lists.rig.access, subject: { ...point, precision: 'point' } },
    20_000,
  );
  expect(readings.map(({ types, lookup }) => `${types[0]} ${lookup.state}`)).toEqual([
    'stateCleanup not_covered',
    'tanks found',
  ]);
});

test('says which kinds no list of the state has, and which are not told apart', () => {
  expect(unsearchedKinds(subjectIn('09', 'CT'))).toEqual([
    'DEEP contaminated or potentially contaminated sites also holds releases from underground tanks, brownfields, state voluntary cleanup, not told apart.',
    'No state list is read here for: land-use restrictions and controls, landfills and waste facilities, spills, dry cleaners with releases, oil and gas wells, water wells.',
  ]);
  // Kentucky's hosts served broken certificates
  expect(unsearchedKinds(subjectIn('21', 'KY'))[0]).toMatch(/^No state list is read here for: state cleanup sites, /);
});

test('the table names each list once, and a column about a person stops it', () => {
  const all = everyStateRegister();
  expect(new Set(all.map(({ card }) => card.id)).size).toBe(all.length);
  expect(new Set(all.map(({ row }) => row.kind))).toEqual(new Set(registerKinds));
  const [head = '', ...lines] = readDataFile('layers/state-registers.csv').split('\n');
  const planted = (lines.find((line) => line.includes('Site_Name')) ?? '').replace('Site_Name', 'Owner_Name');
  expect(() => parseRegisters([head, planted].join('\n'))).toThrow(/a column about a person: Owner_Name/);
});
