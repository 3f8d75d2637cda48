import { z } from 'zod';
import { askParts, type ContextParts, outputParts } from '../../src/answers/context-parts.ts';
import { askOffice, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { composedOutput } from '../../src/catalog/define-composed.ts';
import { atAddress, placeOf } from '../../src/catalog/inputs.ts';
import { answerSchema, type Component, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Geography } from '../../src/kernel/ports/place.ts';
import { plainName } from '../../src/kernel/text.ts';
import { geographiesAt } from '../../src/sources/census-geocoder/client.ts';

const kinds = {
  county: /^Counties$/,
  municipality: /^Incorporated Places$/,
  township: /^County Subdivisions$/,
  school_district: /School Districts$/,
} as const;
type Kind = keyof typeof kinds;

/** What is asked besides the Census: the assessing office's code of the set of bodies that tax the parcel. */
const parts = {
  taxCode: { tool: 'svc_parcel_lookup', label: 'parcel', keep: ['taxCode', 'municipality'], beside: ['matchedBy'] },
} as const satisfies ContextParts;

const ownFacts = {
  governments: z
    .array(row({ kind: z.enum(Object.keys(kinds) as [Kind, ...Kind[]]), name: z.string(), geoid: z.string() }))
    .optional()
    .describe('Governments whose area contains the point, by the Census'),
};

const limits = [
  'Governments that contain the point by Census boundaries; not every one of them levies a property tax.',
  'Special districts (water, sewer, parks, fire, libraries, utility and improvement districts) have no national map and are not listed; the tax bill names them with their rates.',
];

function governmentsOf(geographies: readonly Geography[]) {
  return (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    geographies
      .filter(({ layer }) => kinds[kind].test(layer.replace(/^\d{4} /, '')))
      .map(({ name, geoid }) => ({ kind, name, geoid })),
  );
}

export default defineTool({
  title: 'Taxing districts at an address',
  summary: 'Governments whose area contains an address, and the tax code of the parcel where an assessor publishes it.',
  whenToUse: 'Which county, city, township and school district may levy property tax at this address?',
  notFor: 'Not tax rates or a bill, and no complete list of special districts.',
  synonyms: [
    'taxing bodies',
    'taxing authority',
    'tax code',
    'MUD',
    'special district',
    'levy',
    'school district tax',
    'taxing unit',
  ],
  scope: 'national',
  subject: 'point',
  sources: ['census-geocoder'],
  limits,
  examples: [{ title: 'Districts at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  input: atAddress({}),
  output: composedOutput(outputParts(parts), (facts) =>
    answerSchema({ facts: z.strictObject({ ...facts, ...ownFacts }), components: true }),
  ),
  async run(ctx, input) {
    const answer = new AnswerBuilder(ctx.subject);
    const [found, asked] = await Promise.all([
      geographiesAt(ctx.sources, ctx.subject),
      askParts(ctx, answer, parts, () => placeOf(input)),
    ]);
    const cited = answer.addLookup(found, {
      area: 'the point',
      recordScope: 'county, place, subdivision, school districts',
    });
    const governments = cited ? governmentsOf(cited.data) : [];
    const components: Record<string, Component> = {
      ...asked.components,
      governments: { state: found.state, ...('reason' in found && found.reason && { reason: found.reason }) },
    };
    const names = governments.flatMap(({ name }) => plainName(name) ?? []).join(', ');
    return answer.finish({
      summary: cited
        ? `Census boundaries put ${placeWords(ctx.subject)} in ${names || 'no government of these kinds'}${asked.facts.taxCode ? '; the assessor states a tax code' : ''}.`
        : `Census boundaries could not be read for ${placeWords(ctx.subject)}.`,
      facts: {
        ...asked.facts,
        ...(cited &&
          governments.length > 0 && {
            governments: governments.slice(0, 10).map((entry) => ({ ...entry, citation: cited.citation })),
          }),
      },
      components,
      limits,
      verifyNext: [
        askOffice(ctx.subject, offices.collector, 'Read the taxing bodies and rates on the bill'),
        {
          action: 'Look for special districts',
          with: 'US Census Bureau, Census of Governments',
          url: 'https://www.census.gov/programs-surveys/gus.html',
        },
      ],
    });
  },
});
