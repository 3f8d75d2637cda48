import { z } from 'zod';
import { nearestOf, nearestShape } from '../../src/answers/nearest.ts';
import { isOpenRelease, registers } from '../../src/answers/registers/registers.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { arrange, countByDistance, type Near } from '../../src/geometry/placed.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import { tally } from '../../src/kernel/group.ts';
import { byDistance, many, notRead } from '../../src/kernel/nearby-shape.ts';
import { tanksOf } from '../../src/sources/epa-ust-finder/client.ts';
import { type Tank, type TankRelease, tankFacilities, tankReleases } from '../../src/sources/epa-ust-finder/fields.ts';

const listed = 6;
const counted = 25;

const facilityShown = ['facilityId', 'name', 'address', 'openTanks', 'closedTanks'] as const;
const releaseShown = ['releaseId', 'name', 'address', 'status', 'substance', 'reportedOn'] as const;
const facts = z.strictObject({
  radiusMeters: z.number(),
  facilities: row({ byDistance, ...nearestShape(tankFacilities.shape(...facilityShown)) }).optional(),
  releases: row({
    byDistance,
    byStatus: z.record(z.string(), z.int()).describe("The registers' own words"),
    ...nearestShape(tankReleases.shape(...releaseShown)),
  }).optional(),
  tanks: row({
    facilityCount: z.int().describe('Nearest facilities whose tanks were counted'),
    byStatus: z.record(z.string(), z.int()),
    capacityGallons: z.number().optional().describe('Sum over tanks with a stated capacity'),
    withoutCapacity: z.int().optional(),
  }).optional(),
});

function countsOf(values: readonly string[], limit = 8): Record<string, number> {
  const counts = tally(values);
  const rest = counts.slice(limit).reduce((sum, [, count]) => sum + count, 0);
  return Object.fromEntries([...counts.slice(0, limit), ...(rest > 0 ? [['others', rest] as const] : [])]);
}

function tankTotals(tanks: readonly Tank[]) {
  const stated = tanks.flatMap(({ capacityGallons }) => (capacityGallons === undefined ? [] : [capacityGallons]));
  return {
    byStatus: countsOf(tanks.map(({ status }) => status)),
    capacityGallons: stated.length > 0 ? stated.reduce((sum, gallons) => sum + gallons, 0) : undefined,
    withoutCapacity: tanks.length > stated.length ? tanks.length - stated.length : undefined,
  };
}

/** How many of the releases are open, and how near the nearest of them is. */
function openWords(releases: readonly Near<TankRelease>[]): string {
  const [nearest, ...others] = releases.filter(({ status }) => isOpenRelease(status));
  return nearest
    ? `, ${1 + others.length} of them open (nearest ${nearest.distanceMeters} m ${nearest.direction})`
    : '';
}

export default defineTool({
  title: 'Underground storage tanks near an address',
  summary: 'Registered underground tank facilities, their tanks, and reported releases around an address.',
  whenToUse:
    'Are there registered tanks or leaking tank cases near this address, and what does the register say of them?',
  notFor: 'The state register, which is newer, or a search of the property itself.',
  sources: ['epa-ust-finder'],
  mirrors: ['epa-ust-facilities', 'epa-ust-releases'],
  examples: [
    { title: 'Within half a mile', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Within 2 km', arguments: { address: '140 Lameuse St, Biloxi, MS 39530', radiusMeters: 2000 } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(805, 8000) }),
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['tanks', 'UST', 'environment', 'EPA']),
  async run(ctx, { radiusMeters: radius }) {
    const { subject, sources, answer } = ctx;
    const area = `${radius} m around the point`;
    const [facilities, releases] = await Promise.all([
      registers.tank_facilities.rows(ctx, radius),
      registers.tank_releases.rows(ctx, radius),
    ]);
    const facilityPart = answer.addPart('facilities', { area, recordScope: 'facilities with tanks' }, ...facilities);
    const releasePart = answer.addPart('releases', { area, recordScope: 'reported releases' }, ...releases);
    const near = arrange(facilityPart?.data ?? [], subject, radius).near;
    const leaks = arrange(releasePart?.data ?? [], subject, radius).near;
    const nearest = near.slice(0, counted).map(({ facilityId }) => facilityId);
    const tankPart =
      nearest.length > 0
        ? answer.addPart(
            'tanks',
            { area: `the ${nearest.length} nearest facilities`, recordScope: 'tanks of the facilities' },
            await tanksOf(sources, nearest),
          )
        : undefined;
    const findings = [
      facilityPart && many(near.length, 'facility with registered tanks', 'facilities with registered tanks'),
      releasePart && `${many(leaks.length, 'reported release')}${openWords(leaks)}`,
    ].filter(Boolean);
    return answer.finish({
      summary:
        answer.state === 'unavailable'
          ? `UST Finder could not be read for ${area}.`
          : `UST Finder was searched ${area}: ${findings.length > 0 ? findings.join(' and ') : 'no record in what could be read'}${notRead(answer.missing)}.`,
      facts: findings.length > 0 && {
        radiusMeters: radius,
        facilities: facilityPart && {
          byDistance: countByDistance(near, radius),
          ...nearestOf(near, listed, facilityShown),
          citation: facilityPart.citation,
        },
        releases: releasePart && {
          byDistance: countByDistance(leaks, radius),
          byStatus: countsOf(leaks.map(({ status }) => status)),
          ...nearestOf(leaks, listed, releaseShown),
          citation: releasePart.citation,
        },
        tanks: tankPart && { facilityCount: nearest.length, ...tankTotals(tankPart.data), citation: tankPart.citation },
      },
    });
  },
});
