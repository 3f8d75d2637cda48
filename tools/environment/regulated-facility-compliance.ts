import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { arrange, countByDistance, type Near } from '../../src/geometry/placed.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import { tally } from '../../src/kernel/group.ts';
import { byDistance, cutTo, distance, leftOut, many } from '../../src/kernel/nearby-shape.ts';
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

const facility = z.strictObject({
  ...facilities.shape('registryId'),
  recordUrl: z.url().optional().describe('Page of the facility in ECHO'),
  ...facilities.shape(...named),
  byProgram: facilities.fields.byProgram.schema.optional().describe('Where the programs differ'),
  ...facilities.shape(...counted),
  ...distance,
});

const facts = z.strictObject({
  radiusMeters: z.number(),
  facilities: row({
    count: z.int().describe("ECHO's own count of the radius"),
    byDistance,
    byStatus: z.record(z.string(), z.int()).describe("ECHO's compliance status of the facilities that were read"),
    withoutCoordinates: z.int().optional().describe('Counted by ECHO and not measurable'),
  }),
  withViolations: row({ nearest: z.array(facility), leftOut }).optional(),
  others: row({ nearest: z.array(facility), leftOut }).optional(),
});

const hasViolation = ({ complianceStatus }: Facility) =>
  complianceStatus !== undefined && /violation/i.test(complianceStatus) && !/^no violation/i.test(complianceStatus);

function shown(entry: Near<Facility>) {
  const { byProgram, registryId } = entry;
  const differ = new Set(Object.values(byProgram)).size > 1;
  return {
    ...pickFields(entry, 'registryId', ...named, ...counted, 'distanceMeters', 'direction'),
    ...recordPage(card, registryId),
    byProgram: differ ? byProgram : undefined,
  };
}

const statuses = (rows: readonly Facility[]) =>
  Object.fromEntries(tally(rows.map(({ complianceStatus = 'not stated' }) => complianceStatus)).slice(0, 8));

export default defineTool({
  title: 'Regulated facilities near an address and their compliance',
  summary: 'EPA-regulated facilities around an address with inspections, violations and penalties, from ECHO.',
  whenToUse: 'Which facilities that EPA regulates lie near this address, and what does their compliance record say?',
  notFor: 'Cleanup sites (svc_cleanup_sites) or quantities released (svc_toxic_releases).',
  scope: 'national',
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
      const failed = answer.state === 'unavailable';
      return answer.finish({
        summary: failed
          ? `ECHO could not be read for ${area}; whether regulated facilities lie there is unknown.`
          : `ECHO counts no regulated facility ${area}.`,
        verifyNext: [
          failed && { action: 'Read the registers of the county instead', with: 'svc_environmental_history' },
          failed && { action: 'Read what the facilities of the county report as released', with: 'svc_toxic_releases' },
        ],
      });
    }
    const { citation, data } = cited;
    const { near, unplaced } = arrange(data.rows, subject, radius);
    const violating = near.filter(hasViolation);
    const others = near.filter((entry) => !hasViolation(entry));
    const first = cutTo(violating, listed);
    const rest = cutTo(others, Math.max(2, listed - first.shown.length));
    const nearest = violating[0] ?? near[0];
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
        withViolations: violating.length > 0 ? { nearest: first.shown.map(shown), ...first.rest, citation } : undefined,
        others: others.length > 0 ? { nearest: rest.shown.map(shown), ...rest.rest, citation } : undefined,
      },
      verifyNext: [nearest && { action: 'Open the detailed report of a facility', with: 'EPA ECHO' }],
    });
  },
});
