import { z } from 'zod';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { type Answer, answerSchema, type Component, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { adoptFacts } from '../../src/sources/local/sub-answers.ts';
import { placeWords } from '../../src/sources/local/uncovered.ts';

/** Works farther away than this say little about a connection. */
const worksMeters = 1500;
const shown = 3;

const Water = row({
  pwsId: z.string(),
  name: z.string(),
  populationServed: z.number().optional(),
  boundary: z.string().optional(),
});
const Electric = row({
  name: z.string(),
  eiaId: z.string().optional(),
  type: z.string().optional(),
  alsoListedInCounty: z.boolean().optional(),
});
const Listed = row({ name: z.string(), eiaId: z.string().optional() });
const Works = row({
  kind: z.string(),
  name: z.string().optional(),
  distanceMeters: z.number(),
  direction: z.string(),
});

const facts = z.strictObject({
  waterCandidates: z.array(Water).optional().describe('Community water systems whose mapped area holds the point'),
  electricCandidates: z
    .array(Electric)
    .optional()
    .describe('Electric territories that hold the point; alsoListedInCounty: the utility reports the county too'),
  nearestWorks: z.array(Works).optional().describe(`Mapped utility works within ${worksMeters} m`),
  electricListedInCounty: z
    .array(Listed)
    .optional()
    .describe('Where no territory holds the point: utilities that report the county, in alphabetical order'),
});

const limits = [
  'Candidates from maps, not a connection, capacity or will-serve letter: only the utility can confirm service at an address.',
  'Sewer, septic and natural gas are on no map that is read here; a point inside a water area can have a private well.',
];

/** A list of another tool's facts, cut to what this tool shows; its citations become this answer's. */
function adopt<S extends z.ZodRawShape>(answer: AnswerBuilder, from: Answer, name: string, entry: z.ZodObject<S>) {
  const list = from.facts?.[name];
  return Array.isArray(list) ? z.array(entry.strip()).parse(adoptFacts(list.slice(0, shown), from, answer)) : [];
}

/** Names of candidates, or in words that there are none or that it is not known. */
function named(candidates: readonly { readonly name: string }[], from: Answer): string {
  if (candidates.length > 0) return candidates.map(({ name }) => name).join(', ');
  return from.state === 'found' || from.state === 'empty' || from.state === 'stale'
    ? 'none'
    : 'not known, a source failed';
}

export default defineTool({
  title: 'Utility service check of an address',
  summary:
    'Which water and electric utilities are mapped at an address, and which services only an office can confirm.',
  whenToUse: 'Before buying or building: who may supply water, power and sewer here, and whom to ask to confirm it?',
  notFor:
    'Not a will-serve letter. All mapped works around: svc_public_utilities; power alone: svc_electric_utility_resolver.',
  synonyms: [
    'utility service',
    'is there city sewer',
    'city water or well',
    'sewer or septic',
    'who supplies water and sewer',
    'will serve',
    'utility hookup check',
    'utilities available at the lot',
  ],
  scope: 'national',
  subject: 'point',
  sources: ['epa-water-service-areas', 'hifld-electric-territories', 'osm-mapped-utilities'],
  mirrors: ['hifld-electric-territories', 'eia-861-territories'],
  limits,
  examples: [{ title: 'Services of a site', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  input: atAddress({}),
  output: answerSchema({ facts, components: true }),
  async run(ctx, input) {
    const { subject } = ctx;
    const answer = new AnswerBuilder(subject);
    const at = input.address
      ? { address: input.address }
      : { latitude: subject.latitude, longitude: subject.longitude };
    const [works, electric] = await Promise.all([
      ctx.call('svc_public_utilities', { ...at, radiusMeters: worksMeters }),
      ctx.call('svc_electric_utility_resolver', at),
    ]);
    const components: Record<string, Component> = {};
    const noted = new Set<string>();
    const parts = { publicUtilities: works, electricUtility: electric };
    for (const [name, found] of Object.entries(parts)) {
      answer.count(found.state);
      components[name] = { state: found.state, ...(!found.facts && { reason: found.summary }) };
      for (const searched of found.searched) {
        // both parts ask for the electric territories
        const key = [searched.source, searched.area, searched.state].join();
        if (!noted.has(key)) answer.note(searched);
        noted.add(key);
      }
    }
    const water = adopt(answer, works, 'waterSystemsAtPoint', Water);
    const power = adopt(answer, electric, 'territoriesAtPoint', Electric);
    const listed = power.length > 0 ? [] : adopt(answer, electric, 'listedInCounty', Listed);
    const near = adopt(answer, works, 'mappedWorks', Works);
    const verifyNext = [
      { action: 'Ask for written confirmation of service, capacity and connection fees', with: 'each utility' },
      { action: 'Ask whether the lot is on sewer or septic', with: 'sewer utility or county health department' },
    ];
    const electricity = listed.length > 0 ? `none, in the county ${named(listed, electric)}` : named(power, electric);
    return answer.finish({
      summary: `Utilities mapped at ${placeWords(subject)}: water ${named(water, works)}; electricity ${electricity}; sewer and gas are on no map that is read here.`,
      facts: {
        ...(water.length > 0 && { waterCandidates: water }),
        ...(power.length > 0 && { electricCandidates: power }),
        ...(listed.length > 0 && { electricListedInCounty: listed }),
        ...(near.length > 0 && { nearestWorks: near }),
      },
      components,
      limits,
      verifyNext,
    });
  },
});
