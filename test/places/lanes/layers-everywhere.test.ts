import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { findState } from '../../../src/geography/us-states.ts';
import type { Answer } from '../../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../../src/kernel/answer-builder.ts';
import { readDataFile } from '../../../src/kernel/data-file.ts';
import type { PointSubject } from '../../../src/kernel/subject.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { parseLayers, shippedLayers } from '../../../src/places/registry/layers/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import parcelLookup from '../../../tools/property/parcel-lookup.ts';
import { directSources } from '../../upstreams/direct.ts';
import { frontMeters, streetPointNear } from '../../upstreams/parcel-grid.ts';
import { parcelLayers } from '../../upstreams/parcel-layers.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const counted = join(import.meta.dirname, '../../../../shared/data/hud-fmr-2024/fmr_fy2024.csv');
const port = createJurisdictions(shippedPlaces, shippedLayers);

interface County {
  readonly fips: string;
  readonly name: string;
  readonly people: number;
}

/** Counties of the states with their people: towns of New England are put together. */
function counties(): readonly County[] {
  const rows: Record<string, string>[] = parse(readFileSync(counted, 'utf8'), { columns: true, bom: true });
  const known = new Map<string, County>();
  for (const { fips: code = '', countyname: name = '', pop2020 = '0' } of rows) {
    const fips = code.padStart(10, '0').slice(0, 5);
    if (Number(fips.slice(0, 2)) > 56) continue;
    known.set(fips, { fips, name, people: (known.get(fips)?.people ?? 0) + Number(pop2020) });
  }
  return [...known.values()];
}

/** Places whose own files are queried, whose fake upstreams know one point each. */
const ownFiles = new Map(
  [samplePlaces.chicago, samplePlaces.raleigh, samplePlaces.newYork].flatMap((place) =>
    (place.countyFips === '36061' ? ['36005', '36047', '36061', '36081', '36085'] : [place.countyFips]).map(
      (fips) => [fips, place] as const,
    ),
  ),
);

/** A point in the street, 18 m from the nearest lot; where exactly says nothing, since lots lie everywhere. */
const somewhereIn = (fips: string) =>
  streetPointNear({ latitude: 30 + (Number(fips) % 1700) / 100, longitude: -75 - (Number(fips) % 4500) / 100 });

function subjectIn({ fips, name }: County): PointSubject {
  const { latitude, longitude } = ownFiles.get(fips) ?? somewhereIn(fips);
  const stateFips = fips.slice(0, 2);
  return {
    input: name,
    latitude,
    longitude,
    precision: 'point',
    stateFips,
    stateCode: findState(stateFips)?.code ?? '',
    county: { fips, vintage: 'counties', name },
    countyAlternates: [],
    countyCandidates: [],
    candidates: [],
  };
}

describe.skipIf(!existsSync(counted))(
  'the published layers of all counties (needs ../shared/data/hud-fmr-2024)',
  () => {
    it('give a parcel to 88 of 100 people and facts to 60, none empty beside a lot, none with an owner', async () => {
      const world = parcelLayers(parseLayers(readDataFile('layers/parcels.csv')));
      const sources = directSources({ extra: [world] });
      const people = { all: 0, parcel: 0, facts: 0 };
      const empty: string[] = [];
      for (const county of counties()) {
        const subject = subjectIn(county);
        const lane = await port.lane(subject, 'parcel', sources);
        const answer = (await parcelLookup.run(
          { subject, lane, sources, answer: new AnswerBuilder(subject) } as never,
          {} as never,
        )) as Answer;
        people.all += county.people;
        if (answer.state === 'empty') empty.push(county.fips);
        expect(JSON.stringify(answer), county.fips).not.toMatch(/PLANTED|555-010/);
        const { parcelId, depth, matchedBy } = (answer.facts ?? {}) as Record<
          string,
          { value: unknown; note?: string }
        >;
        if (parcelId === undefined) continue;
        people.parcel += county.people;
        if (depth?.value === 'facts') people.facts += county.people;
        if (ownFiles.has(county.fips)) continue;
        expect([parcelId.value, matchedBy?.value, matchedBy?.note], county.fips).toEqual([
          somewhereIn(county.fips).lot.number,
          'nearest_within_40m',
          `${frontMeters} m from the point`,
        ]);
      }
      expect(empty).toEqual([]);
      expect(world.personsAsked).toEqual([]);
      expect(people.parcel / people.all).toBeGreaterThanOrEqual(0.88);
      expect(people.facts / people.all).toBeGreaterThanOrEqual(0.6);
      if (process.env.SHOW_SHARES) process.stdout.write(`${JSON.stringify(people)}\n`);
    }, 60_000);
  },
);
