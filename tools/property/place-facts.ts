import { z } from 'zod';
import { adoptFacts, shortened } from '../../src/answers/sub-answers.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, penny } from '../../src/catalog/define.ts';
import { atAddress, placeOf } from '../../src/catalog/inputs.ts';
import { type Answer, answerSchema, type Component } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { within } from '../../src/kernel/bounded.ts';
import { parcelFacts } from '../../src/local/parcel-facts.ts';

const componentMs = 15_000;

/** What the bundle is made of: the tool that answers, the words for it, and how many entries of a list are kept. */
const parts = {
  parcel: { tool: 'svc_parcel_lookup', words: 'parcel', entries: 10 },
  floodZone: { tool: 'svc_flood_zone', words: 'flood zone', entries: 1 },
  governingDistricts: { tool: 'svc_governing_districts', words: 'governing districts', entries: 7 },
  transportation: { tool: 'svc_transportation_context', words: 'transportation', entries: 1 },
  taxContext: { tool: 'svc_property_tax_context', words: 'property tax context', entries: 1 },
} as const;

type Part = keyof typeof parts;
const names = Object.keys(parts) as Part[];

const ofTool = (tool: string) => z.record(z.string(), z.unknown()).optional().describe(`As ${tool} answers, lists cut`);

/** Facts of the parcel that a first look needs; svc_parcel_lookup has the rest. */
const parcelPart = parcelFacts.pick({
  parcelId: true,
  accountId: true,
  accounts: true,
  matchedBy: true,
  siteAddress: true,
  propertyClass: true,
  landUse: true,
  lotArea: true,
  livingArea: true,
  yearBuilt: true,
  units: true,
  totalValue: true,
  lastSaleDate: true,
  centroid: true,
  centroidPrecision: true,
  centroidCitation: true,
});

/** A part's facts, cut down to what the bundle shows. */
function partOf(name: Part, facts: Readonly<Record<string, unknown>>): unknown {
  const wanted = name === 'parcel' ? Object.keys(parcelPart.shape) : Object.keys(facts);
  const kept = Object.fromEntries(wanted.flatMap((key) => (key in facts ? [[key, facts[key]]] : [])));
  return shortened(kept, parts[name].entries);
}

const facts = z.strictObject({
  parcel: parcelPart.optional(),
  floodZone: ofTool(parts.floodZone.tool),
  governingDistricts: ofTool(parts.governingDistricts.tool),
  transportation: ofTool(parts.transportation.tool),
  taxContext: ofTool(parts.taxContext.tool),
});

const limits = [
  'A bundle of several sources, each with its own state in components; a part that did not answer is not a zero.',
  'Lists are cut to their first entries; the tool of each part gives all.',
  'Records only: no eligibility, legal, valuation, safety or compliance conclusion follows.',
];

export default defineTool({
  title: 'Place facts in one call',
  summary: 'One-call bundle for an address: parcel, flood zone, governing districts, transportation, tax context.',
  whenToUse: 'First look at an address: the main official facts at once, each part with its own state.',
  notFor: 'Not a report with records and history; a single question is answered faster by its own tool.',
  synonyms: ['address overview', 'property summary', 'everything about an address', 'quick facts', 'site snapshot'],
  scope: 'national',
  subject: 'point',
  sources: [],
  limits,
  examples: [
    { title: 'Facts of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Facts of a point', arguments: { latitude: 41.8838, longitude: -87.6319 } },
  ],
  input: atAddress({}),
  output: answerSchema({ facts, components: true }),
  paid: penny(['property', 'parcel', 'flood', 'bundle']),
  async run(ctx, input) {
    const { subject } = ctx;
    const answer = new AnswerBuilder(subject);
    const place = placeOf(input);
    let done = 0;
    const asked = await Promise.all(
      names.map(async (name): Promise<Answer | undefined> => {
        const { tool, words } = parts[name];
        if (!ctx.catalog.find(tool)) return undefined;
        const call = ctx.call(tool, place).catch((error: unknown) => {
          if (ctx.signal.aborted) throw error;
          ctx.log.error({ error, tool }, 'part of a bundle failed');
          return silentAnswer(`The ${words} part failed inside this service.`);
        });
        const late = () => silentAnswer(`The ${words} part did not answer within ${componentMs / 1000} seconds.`);
        const found = await within(componentMs, call, late);
        ctx.progress(words, ++done / names.length);
        return found;
      }),
    );
    const components: Record<string, Component> = {};
    const given: Partial<Record<Part, unknown>> = {};
    const said: string[] = [];
    names.forEach((name, index) => {
      const found = asked[index];
      if (!found) return;
      const answered = found.state === 'found' || found.state === 'stale';
      components[name] = { state: found.state, ...(!answered && { reason: found.summary }) };
      answer.count(found.state);
      answer.note({
        source: askedOf(found, parts[name].tool),
        area: 'the place asked for',
        state: found.state,
        ...(!answered && { reason: found.summary }),
      });
      if (!found.facts) return;
      given[name] = adoptFacts(partOf(name, found.facts), found, answer);
      said.push(parts[name].words);
    });
    const silent = names.filter((name) => components[name] && !(name in given)).map((name) => parts[name].words);
    return answer.finish({
      summary:
        `${Object.keys(components).length} parts were asked for ${placeWords(subject)}: ` +
        `${said.length > 0 ? `${said.join(', ')} answered` : 'none brought facts'}` +
        `${silent.length > 0 ? `; without facts: ${silent.join(', ')}` : ''}.`,
      facts: given,
      components,
      limits,
      verifyNext: [
        { action: 'Ask one part in full', with: 'the tool named in searched' },
        { action: 'See which local records are wired here', with: 'svc_lane_availability' },
      ],
    });
  },
});

/** The sources that a part asked, in a few words. */
function askedOf(found: Answer, tool: string): string {
  const sources = [...new Set(found.searched.map((entry) => entry.source))];
  const more = sources.length > 2 ? ` and ${sources.length - 2} more` : '';
  return sources.length > 0 ? `${sources.slice(0, 2).join(', ')}${more} (${tool})` : tool;
}

/** A part that brought nothing does not hold up the others, nor fail them. */
function silentAnswer(summary: string): Answer {
  return { state: 'unavailable', summary, citations: {}, searched: [], limits: [], verifyNext: [] };
}
