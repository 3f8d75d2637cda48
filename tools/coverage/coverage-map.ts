import { z } from 'zod';
import { availabilityAt, nationalTools, nationalWords } from '../../src/answers/availability.ts';
import { citeRegistry } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerOf, fact, rows } from '../../src/kernel/answer.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import { coverageStatuses, coverageStatusOf, withContaining } from '../../src/places/schema/coverage-status.ts';
import { lanes, parcelDepths } from '../../src/places/schema/jurisdiction.ts';
import type { LayerCount } from '../../src/places/schema/port.ts';
import { sourceCards } from '../../src/sources/cards.ts';

const layerWords = (counted: readonly LayerCount[]) =>
  `${counted.reduce((sum, { layers }) => sum + layers, 0)} published parcel layers of further counties and states`;

const shown = { jurisdictions: 12, mirrors: 20 };

export default defineTool({
  title: 'Whole coverage registry',
  summary: 'Lists every wired jurisdiction with its lanes, the mirrored datasets, and how many tools are national.',
  whenToUse: 'Which cities, counties and states are wired at all, and with which lanes?',
  notFor: 'Not one place (svc_coverage_check) and not the tools that answer there (svc_lane_availability).',
  scope: 'meta',
  subject: 'none',
  examples: [{ title: 'The whole registry', arguments: {} }],
  input: inputObject({}),
  output: answerOf({
    nationalTools: fact(z.int()),
    localTools: fact(z.int()),
    paidRoutes: fact(z.int()),
    jurisdictions: rows({
      jurisdictionId: z.string(),
      displayName: z.string(),
      kind: z.enum(['city', 'county', 'state']),
      coverageStatus: z.string(),
      lanes: z.string().describe('Wired lanes, comma-separated'),
    }),
    lanesWired: rows({ lane: z.enum(lanes), jurisdictions: z.int() }).describe(
      'In how many jurisdictions a lane is wired',
    ),
    parcelLayers: rows({ depth: z.enum(parcelDepths), layers: z.int(), places: z.int() })
      .optional()
      .describe('Published parcel layers beside the listed jurisdictions; identity is number, outline and area alone'),
    mirrors: rows({ dataset: z.string(), state: z.string(), vintage: z.string().optional() }).optional(),
  }),
  closedWorld: true,
  run(ctx) {
    const { answer } = ctx;
    const places = ctx.jurisdictions.all();
    const recordScope = 'wired jurisdictions, lanes, mirrored datasets';
    const key = citeRegistry(ctx, { area: 'United States', recordScope });
    const entries = ctx.catalog.all();
    const count = (value: number, unit: string) => ({ value, unit, citation: key });
    const national = nationalTools(entries, availabilityAt(undefined, ctx, sourceCards));
    const listed = places
      .map((place) => ({ ...place, coverageStatus: coverageStatusOf(withContaining(place, places)) }))
      .sort(
        (a, b) =>
          coverageStatuses.indexOf(a.coverageStatus) - coverageStatuses.indexOf(b.coverageStatus) ||
          b.sources.length - a.sources.length,
      );
    const layers = ctx.jurisdictions.layerCounts();
    const mirrors = ctx.mirror.all();
    const usable = mirrors.filter(({ state }) => state !== 'missing' && state !== 'unavailable');
    const over = listed.length - shown.jurisdictions;
    return answer.finish({
      summary: `The registry holds ${places.length} wired jurisdictions, ${layerWords(layers)} and ${usable.length} of ${mirrors.length} mirrored datasets loaded; ${nationalWords(national, 'for US addresses')}.`,
      facts: {
        nationalTools: count(national.usable.length, 'tools'),
        localTools: count(entries.filter(({ scope, rail }) => scope === 'local' && rail !== 'paid').length, 'tools'),
        paidRoutes: count(entries.filter(({ slug }) => slug).length, 'routes'),
        jurisdictions: listed.slice(0, shown.jurisdictions).map((place) => ({
          jurisdictionId: place.id,
          ...pickFields(place, 'displayName', 'kind', 'coverageStatus'),
          lanes: [...new Set(place.sources.map(({ lane }) => lane))].join(', '),
          citation: key,
        })),
        lanesWired: lanes
          .map((lane) => ({
            lane,
            jurisdictions: places.filter(({ sources }) => sources.some((source) => source.lane === lane)).length,
            citation: key,
          }))
          .filter(({ jurisdictions }) => jurisdictions > 0),
        parcelLayers: citedRows(layers, key),
        mirrors: citedRows(mirrors, key, shown.mirrors, ['dataset', 'state', 'vintage']),
      },
      limits: [
        over > 0 && `${over} further jurisdictions are not listed; svc_coverage_check names those of one place.`,
        mirrors.length > shown.mirrors && `${mirrors.length - shown.mirrors} further datasets are not listed.`,
      ],
    });
  },
});
