import { z } from 'zod';
import { notSearched, type RecordTypeId, recordTypes, searchRule } from '../../src/answers/registers/record-types.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { pickFields } from '../../src/fields/table.ts';
import { miles } from '../../src/geometry/placed.ts';
import { answerSchema, optionalRows, row, rows } from '../../src/kernel/answer.ts';
import { beyond, distance, filled, leftOut, notRead } from '../../src/kernel/nearby-shape.ts';
import { firstToKnow, gather } from '../../src/products/environmental-records-screen/gather.ts';

const facts = z.strictObject({
  recordTypes: rows({
    type: z.enum(Object.keys(recordTypes) as [RecordTypeId, ...RecordTypeId[]]).describe(
      Object.entries(recordTypes)
        .map(([type, { label }]) => `${type}: ${label}`)
        .join('; '),
    ),
    list: z.string().describe('Database or list, by the name of `databases`'),
    radiusMeters: z.number(),
    count: z.int(),
    records: z
      .array(
        z.strictObject({
          id: z.string().optional().describe('Number of the record in its database'),
          recordUrl: z.url().optional(),
          name: z.string(),
          address: z.string().optional(),
          status: z.string().optional(),
          ...distance,
        }),
      )
      .describe('Nearest first; one that is listed under an earlier type of the same database is shortened'),
    leftOut,
  }),
  notPlaced: optionalRows(
    'Records that have no coordinates (Superfund: those of the ZIP) and so could not be measured',
    {
      type: z.string(),
      count: z.int(),
      named: z.array(z.strictObject({ id: z.string().optional(), name: z.string() })).describe('The first of them'),
    },
  ),
  radonZone: row({ zone: z.int() }).optional(),
  databases: rows({
    name: z.string(),
    edition: z
      .string()
      .optional()
      .describe('Day or edition of the data; absent where it is kept up and is that of the day it was read'),
  }).describe('Databases that answered, by the names that the field gives them'),
});

/** Records that the whole answer lists at most, and one type at most. */
const mostRecords = 12;
const mostOfType = 3;

type FoundType = Awaited<ReturnType<typeof gather>>['found'][number];

/** A record that the same database has under two types is written out once: then its number, name and place are enough. */
function once(record: FoundType['records'][number], key: string, shown: Set<string>) {
  if (record.id && shown.has(key)) return pickFields(record, 'id', 'name', 'distanceMeters', 'direction');
  shown.add(key);
  return record;
}

/** The types with their nearest records: as many of each as keep the answer small, and how many are left out. */
function listedTypes(found: readonly FoundType[]) {
  const sizes = Array.from({ length: mostOfType }, (_, at) => mostOfType - at);
  const shownAt = (most: number) => found.reduce((sum, { records }) => sum + Math.min(most, records.length), 0);
  const most = sizes.find((size) => shownAt(size) <= mostRecords) ?? 1;
  const known = new Set<string>();
  return found.map(({ type, list, records, citation }) => {
    const shown = records.slice(0, most).map((record) => once(record, `${citation}|${record.id}`, known));
    return {
      type,
      list,
      radiusMeters: recordTypes[type].radiusMeters,
      count: records.length,
      records: shown,
      leftOut: beyond(records, shown.length),
      citation,
    };
  });
}

export default defineTool({
  title: 'Environmental records search around an address',
  summary:
    'Federal and state environmental records by type and search distance, databases with dates, unplaced records apart.',
  whenToUse:
    'Which environmental records lie within the usual search distances of this address, and what was searched?',
  notFor: 'A Phase I, a finding about the property, or advice whether to order one.',
  guide: 'located',
  sources: ['epa-npl', 'epa-sems', 'epa-acres', 'epa-ust-finder', 'epa-rcra', 'epa-pfas-tools', 'epa-echo'],
  mirrors: ['epa-radon-zones', 'epa-superfund-sites', 'epa-frs-facilities', 'epa-ust-facilities', 'epa-ust-releases'],
  fallbacks: ['svc_cleanup_sites', 'svc_underground_storage_tanks'],
  limits: [
    'A search of records, never a Phase I environmental site assessment: no one saw the site, asked anyone or read its history.',
    'Distances run from the queried point to that of the record; property lines and contaminated ground can be nearer.',
    notSearched,
  ],
  examples: [
    { title: 'Records around an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Another address', arguments: { address: '140 Lameuse St, Biloxi, MS 39530' } },
  ],
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['environment', 'due diligence', 'records', 'EPA']),
  async run(ctx) {
    const { answer } = ctx;
    const { found, notPlaced, unsearched, radon, components, databases } = await gather(ctx, answer);
    const types = new Set(found.map(({ type }) => type));
    const present = new Set(found.filter(({ records }) => records.length > 0).map(({ type }) => type));
    const missing = Object.entries(components).flatMap(([name, { state }]) => (state === 'unavailable' ? [name] : []));
    const unplaced = notPlaced.reduce((sum, { count }) => sum + count, 0);
    const verifyNext = [
      {
        action: 'Order a Phase I where a transaction or a loan needs one',
        with: 'environmental professional (40 CFR 312)',
        url: searchRule.url,
      },
      { action: 'Request the files of the sites that are listed', with: 'state environmental agency' },
    ];
    if (found.length === 0 && !radon) {
      const summary = `None of the environmental databases could be read for ${miles.one} m around the point.`;
      return answer.finish({ state: 'unavailable', summary, components, verifyNext });
    }
    const first = firstToKnow(found);
    return answer.finish({
      summary:
        `${first ? `${recordTypes[first.type].label}: nearest ${first.distanceMeters} m ${first.direction ?? 'away'}. ` : ''}` +
        `Federal and state lists, each type to its distance (402 to 1,609 m): ` +
        `${present.size} of ${types.size} record types have records` +
        `${unplaced > 0 ? `, ${unplaced} could not be placed` : ''}` +
        `${notRead(missing)}. Not a Phase I.`,
      facts: {
        recordTypes: listedTypes(found),
        notPlaced: filled(notPlaced),
        radonZone: radon,
        databases,
      },
      components,
      limits: unsearched,
      verifyNext,
    });
  },
});
