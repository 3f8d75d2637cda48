import { z } from 'zod';
import { nearestShape } from '../../src/answers/nearest.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { arrange, countByDistance, type Near } from '../../src/geometry/placed.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import { tally } from '../../src/kernel/group.ts';
import { beyond, byDistance, many } from '../../src/kernel/nearby-shape.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { type Facility, facilities, facilitiesNear } from '../../src/sources/epa-echo/client.ts';
import { recordPage } from '../../src/sources/shared/lookup.ts';

const card = sourceCard('epa-echo');

const listed = 6;

const named = ['name', 'programs', 'complianceStatus'] as const;
const counted = [
  'quartersInNoncompliance',
  'inspectionCount',
  'lastInspectedOn',
  'formalActionCount',
  'lastFormalActionOn',
  'penaltiesUsd',
] as const;

const list = row(
  nearestShape({
    ...facilities.shape('registryId'),
    recordUrl: z.url().optional().describe('Page of the facility in ECHO'),
    ...facilities.shape(...named),
    byProgram: facilities.fields.byProgram.schema.optional().describe('Where the programs differ'),
    ...facilities.shape(...counted),
  }),
).optional();

const facts = z.strictObject({
  radiusMeters: z.number(),
  facilities: row({
    count: z.int().describe("ECHO's own count of the radius"),
    byDistance,
    byStatus: z.record(z.string(), z.int()).describe("ECHO's compliance status of the facilities that were read"),
    withoutCoordinates: z.int().optional().describe('Counted by ECHO and not measurable'),
  }),
  withViolations: list,
  others: list,
});

const instead = [
  { action: 'Read the registers of the county instead', with: 'svc_environmental_history' },
  { action: 'Read what the facilities of the county report as released', with: 'svc_toxic_releases' },
];

const hasViolation = ({ complianceStatus }: Facility) =>
  complianceStatus !== undefined && /violation/i.test(complianceStatus) && !/^no violation/i.test(complianceStatus);

const listOf = (found: readonly Near<Facility>[], limit: number, citation: string) =>
  found.length > 0
    ? {
        nearest: found.slice(0, limit).map((entry) => ({
          ...pickFields(entry, 'registryId', ...named, ...counted, 'distanceMeters', 'direction'),
          ...recordPage(card, entry.registryId),
          byProgram: new Set(Object.values(entry.byProgram)).size > 1 ? entry.byProgram : undefined,
        })),
        leftOut: beyond(found, limit),
        citation,
      }
    : undefined;

const statuses = (rows: readonly Facility[]) =>
  Object.fromEntries(tally(rows.map(({ complianceStatus = 'not stated' }) => complianceStatus)).slice(0, 8));

export default defineTool({
  title: 'Regulated facilities near an address and their compliance',
  summary: 'EPA-regulated facilities around an address with inspections, violations and penalties, from ECHO.',
  whenToUse: 'Which facilities that EPA regulates lie near this address, and what does their compliance record say?',
  notFor: 'Cleanup sites (svc_cleanup_sites) or quantities released (svc_toxic_releases).',
  sources: ['epa-echo'],
  fallbacks: ['svc_environmental_history', 'svc_toxic_releases'],
  examples: [
    { title: 'Within a mile', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Within 3 km', arguments: { address: '140 Lameuse St, Biloxi, MS 39530', radiusMeters: 3000 } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(1609, 8000) }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['ECHO', 'compliance', 'facilities', 'EPA']),
  async run({ subject, sources, answer }, { radiusMeters: radius }) {
    const area = `${radius} m around the point`;
    const cited = answer.addLookup(await facilitiesNear(sources, subject, radius), {
      area,
      period: 'last 12 quarters and 5 years',
    });
    if (!cited) {
      const empty = `ECHO counts no regulated facility ${area}.`;
      const failed = `ECHO could not be read for ${area}; whether regulated facilities lie there is unknown.`;
      return answer.miss(answer, { empty, failed }, { verifyNext: answer.state === 'unavailable' ? instead : [] });
    }
    const { citation, data } = cited;
    const { near, unplaced } = arrange(data.rows, subject, radius);
    const violating = near.filter(hasViolation);
    const others = near.filter((entry) => !hasViolation(entry));
    const othersListed = Math.max(2, listed - Math.min(listed, violating.length));
    return answer.finish({
      summary:
        `ECHO counts ${many(data.total, 'regulated facility', 'regulated facilities')} ${area}; of the ${near.length} that ` +
        `could be measured, ${violating.length} with a violation in the compliance status.`,
      facts: {
        radiusMeters: radius,
        facilities: {
          count: data.total,
          byDistance: countByDistance(near, radius),
          byStatus: statuses(data.rows),
          withoutCoordinates: unplaced.length || undefined,
          citation,
        },
        withViolations: listOf(violating, listed, citation),
        others: listOf(others, othersListed, citation),
      },
      verifyNext: [near.length > 0 && { action: 'Open the detailed report of a facility', with: 'EPA ECHO' }],
    });
  },
});
