import { z } from 'zod';
import { availabilityAt, viewPlace } from '../../src/answers/availability.ts';
import { notCoveredNote, registryCitation } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { address, inputObject } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerOf, type Component, rows } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { mapBounded } from '../../src/kernel/bounded.ts';
import { groupBy } from '../../src/kernel/group.ts';
import { filled } from '../../src/kernel/nearby-shape.ts';
import type { Resolution } from '../../src/kernel/ports/place.ts';
import { cleanText } from '../../src/kernel/text.ts';
import type { ToolName } from '../../src/kernel/tool-names.ts';
import { sourceCards } from '../../src/sources/cards.ts';

const comparisonTools: readonly ToolName[] = [
  'svc_parcel_lookup',
  'svc_zoning',
  'svc_flood_zone',
  'svc_governing_districts',
  'svc_property_tax_context',
  'svc_metro_permits',
  'svc_area_incidents',
  'svc_parcel_transfers',
  'svc_wetland_context',
  'svc_transportation_context',
  'svc_noise_proximity',
  'svc_broadband_check',
];

export default defineTool({
  title: 'Plan to compare properties',
  summary: 'Which facts of several addresses can be set side by side, by which tool, and where a gap is only a gap.',
  whenToUse: 'You want to compare two to ten addresses on the same official facts.',
  notFor: 'It ranks nothing and reads no facts; svc_parcel_set reads the parcels of a list.',
  scope: 'meta',
  subject: 'none',
  examples: [
    {
      title: 'Two addresses',
      arguments: {
        properties: [
          { address: '222 W Hargett St, Raleigh, NC 27601' },
          { address: '121 N LaSalle St, Chicago, IL 60602' },
        ],
      },
    },
  ],
  input: inputObject({
    properties: z.array(z.strictObject({ address })).min(2).max(10).describe('Two to ten properties, each an address'),
  }),
  output: answerOf(
    {
      properties: rows({
        number: z.int().describe('Position in properties, from 1'),
        input: z.string(),
        resolved: z.string().optional(),
        county: z.string().optional(),
        jurisdictions: z.array(z.string()).optional().describe('Local jurisdictions that are wired'),
      }),
      plan: rows({
        tool: z.string(),
        compares: z.string(),
        answersFor: z.array(z.int()).describe('Numbers of the properties for which it can be queried now'),
        notFor: z.array(z.int()).optional(),
      }),
    },
    { components: true },
  ),
  async run(ctx, { properties }) {
    const { answer } = ctx;
    const registry = registryCitation(ctx.now);
    const citation = answer.cite(registry);
    const components: Record<string, Component> = {};
    const resolutions = await mapBounded(properties, 4, async ({ address: input }) => {
      const resolution = await ctx.place.resolve({ address: input }, ctx.sources);
      return { resolution, view: await viewPlace(resolution.subject, ctx) };
    });
    const judges = resolutions.map(({ resolution, view }) =>
      resolution.state === 'resolved' ? availabilityAt(view, ctx, sourceCards) : undefined,
    );
    const rows = resolutions.map(({ resolution, view }, index) => {
      const { subject } = resolution;
      const resolved = resolution.state === 'resolved';
      const placed = resolution.state === 'unavailable' ? 'unavailable' : 'unresolved';
      const state = !resolved ? placed : view.unsure ? 'partial' : 'found';
      const reason = resolved ? view.unsure : resolution.reason;
      components[`${index + 1}`] = { state, reason };
      answer.count(state);
      return {
        number: index + 1,
        input: cleanText(subject.input, 240),
        resolved: subject.resolved,
        county: subject.county && `${subject.county.name}${subject.stateCode ? `, ${subject.stateCode}` : ''}`,
        jurisdictions: resolved ? filled(view.jurisdictions.map((entry) => entry.displayName)) : undefined,
        citation,
      };
    });
    noteGeocoders(answer, resolutions);
    answer.note({ source: registry.sourceName, area: `${properties.length} properties`, state: 'found' });
    const plan = comparisonTools.flatMap((tool) => {
      const entry = ctx.catalog.find(tool);
      if (!entry) return [];
      const able = judges.map((judge) => judge && ['national', 'local'].includes(judge(entry).bucket));
      const numbers = (wanted: boolean) => able.flatMap((ok, index) => (Boolean(ok) === wanted ? [index + 1] : []));
      return [{ tool, compares: entry.summary, answersFor: numbers(true), notFor: filled(numbers(false)), citation }];
    });
    const everywhere = plan.filter((entry) => entry.notFor === undefined).length;
    const known = judges.filter(Boolean).length;
    return answer.finish({
      summary: `${known} of ${properties.length} properties were pinned down; ${everywhere} of ${plan.length} tools can be queried for all of them. Nothing is ranked.`,
      facts: known > 0 && { properties: rows, plan },
      components,
      limits: [notCoveredNote],
    });
  },
});

/** One entry per source that placed the addresses, whatever their number. */
function noteGeocoders(answer: AnswerBuilder, resolutions: readonly { readonly resolution: Resolution }[]): void {
  const bySource = groupBy(
    resolutions.flatMap(({ resolution }) => resolution.searched),
    ({ source }) => source,
  );
  for (const [source, entries] of bySource) {
    const worst = entries.find((entry) => entry.state !== 'found') ?? entries[0];
    if (worst) answer.note({ source, area: `${entries.length} addresses`, ...pickFields(worst, 'state', 'reason') });
  }
}
