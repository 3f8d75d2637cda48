import { z } from 'zod';
import { offices } from '../../src/answers/offices.ts';
import { configuredOrAnswer, placesWith, placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, someOf } from '../../src/catalog/inputs.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import { held } from '../../src/kernel/answer-builder.ts';
import { hasData, type Lookup, noneOf } from '../../src/kernel/lookup.ts';
import { beyond, filled, leftOut, many } from '../../src/kernel/nearby-shape.ts';
import { cleanText } from '../../src/kernel/text.ts';
import { firstDay, type Matter, mattersSince } from '../../src/places/lanes/matters.ts';
import { streetNamed } from '../../src/places/lanes/street-named.ts';
import type { ConfiguredLane } from '../../src/places/schema/port.ts';
import {
  isPersonal,
  legislationDomains,
  namesSite,
  ownerActions,
  topicsIn,
  topicsOf,
} from '../../src/rules/legislation-topics.ts';

const lookbackDays = 120;
const shown = 5;
const shownTitle = 240;

type Topics = ReturnType<typeof topicsOf>;
type Sorted = ReturnType<typeof sortedOf>[number];
type Found = Sorted & { readonly citation: string };

/** Matters of the topics, with the topics and what of the address each title names; personal ones left out. */
function sortedOf(lookup: Lookup<readonly Matter[]>, topics: Topics, streetLine: string | undefined) {
  const all = hasData(lookup) ? lookup.data.filter(({ title }) => !isPersonal(title)) : [];
  return all
    .map((matter) => ({
      matter,
      topics: topicsIn(`${matter.title} ${matter.category ?? ''}`, topics),
      names: streetNamed(matter.title, streetLine),
    }))
    .filter((one) => one.topics.length > 0);
}

const nearness = ({ names }: Sorted) => (names === 'address' ? 0 : names === 'street' ? 1 : 2);

const byNearness = (a: Found, b: Found) =>
  nearness(a) - nearness(b) ||
  b.matter.introducedOn.localeCompare(a.matter.introducedOn, 'en') ||
  a.matter.number.localeCompare(b.matter.number, 'en');

const viewMatter = ({ matter: { category: _category, body: _body, ...matter }, ...found }: Found) => ({
  ...matter,
  title: cleanText(matter.title, shownTitle),
  ...found,
});

interface Outcome {
  readonly elsewhere: number;
  readonly found: readonly Found[];
  readonly unanswered: readonly string[];
  readonly read: readonly { readonly configured: ConfiguredLane; readonly since: string }[];
  readonly topics: Topics;
  readonly area: string;
}

function summaryOf({ elsewhere, found, unanswered, read, topics, area }: Outcome): string {
  if (unanswered.length === read.length)
    return `${unanswered.join(' and ')} could not be read for ${area}, so council matters are not known.`;
  const named = found.filter(({ names }) => names !== undefined).length;
  const queried =
    topics.length > 4 ? `${topics.length} topics` : topics.map(({ name }) => name.replaceAll('_', ' ')).join(', ');
  const sources = read.map(({ configured, since }) => `${configured.source.name} since ${since}`).join(' and ');
  const detail = held([
    named > 0 && `${named} naming the address or its street`,
    elsewhere > 0 && `${elsewhere} more naming other sites`,
    unanswered.length > 0 && `${unanswered.join(' and ')} could not be read`,
  ]);
  const matters = found.length === 0 ? 'No council matter' : many(found.length, 'council matter');
  return `${matters} on ${queried} for ${area}${detail.length > 0 ? ` (${detail.join(', ')})` : ''}, searched in ${sources}.`;
}

export default defineTool({
  title: 'Council matters that touch an address',
  summary: 'Recent council matters by topic or planned owner action, quoted with number, status, dates and link.',
  whenToUse:
    'What has the city council or county board introduced lately on zoning, rentals, taxes or another topic here?',
  notFor:
    'Not the law in force (svc_ordinance_leads, svc_policy_sources), no state bills, and no zoning case file (svc_development_cases).',
  scope: 'local',
  lane: 'legislation',
  examples: [
    {
      title: 'Rentals and zoning',
      arguments: { address: '121 N LaSalle St, Chicago, IL 60602', domains: ['short_term_rental', 'zoning'] },
    },
    {
      title: 'Before adding a unit',
      arguments: { address: '1515 Market St, Philadelphia, PA 19102', ownerActions: ['add_dwelling_unit'] },
    },
  ],
  input: atAddress({
    ownerActions: someOf(ownerActions)
      .optional()
      .describe('What the owner has in mind; each stands for a set of words'),
    domains: someOf(legislationDomains)
      .optional()
      .describe('Subjects of local law; without domains and ownerActions all are searched'),
  }),
  output: answerOf({
    systems: rows({
      name: z.string(),
      from: z.iso.date(),
      introducedMatterCount: z.int().describe('Matters that were introduced since then and read'),
      topicMatterCount: z.int().describe('Of these, matters whose title mentions a topic'),
      elsewhereMatterCount: z
        .int()
        .describe('Of the matters of the topics, those that name a site elsewhere; not listed'),
    }).optional(),
    matters: rows({
      number: z.string(),
      title: z.string().describe('Quoted from the clerk, cut after 240 characters'),
      topics: z.array(z.string()).describe('Topics whose words the title mentions'),
      names: z.enum(['address', 'street']).optional().describe('The title names this very address, or its street'),
      type: z.string().optional(),
      status: z.string().optional().describe("The clerk's own words"),
      introducedOn: z.iso.date(),
      decidedOn: z.iso.date().optional().describe('Final action or passage, as the clerk dates it'),
      url: z.url().optional(),
    }).optional(),
    mattersLeftOut: leftOut.describe('Further matters of the topics that are not listed'),
  }),
  async run(ctx, { ownerActions: actions, domains }) {
    const { subject, lane, now, answer } = ctx;
    const covered = placesWith(ctx.jurisdictions, 'legislation');
    const at = configuredOrAnswer(answer, lane, subject, { what: 'council legislation', office: offices.clerk });
    if ('answer' in at) {
      const elsewhere = `Council systems are wired for ${covered.join('; ')}.`;
      return { ...at.answer, limits: [elsewhere, ...at.answer.limits] };
    }
    const topics = topicsOf(actions, domains);
    const until = now.toISOString().slice(0, 10);
    const read = await Promise.all(
      at.configured.map(async (configured) => {
        const since = firstDay(configured, now, lookbackDays);
        return { configured, since, lookup: await mattersSince(ctx.sources, configured, since) };
      }),
    );

    const systems = [];
    const found: Found[] = [];
    const unanswered: string[] = [];
    for (const { configured, since, lookup } of read) {
      const { name, recordScope = 'matters' } = configured.source;
      const sorted = sortedOf(lookup, topics, subject.streetLine);
      const fitting = hasData(lookup) && sorted.length === 0 ? noneOf(lookup) : lookup;
      if (fitting.state === 'unavailable') unanswered.push(name);
      const cited = answer.addLookup(fitting, {
        area: configured.jurisdiction.displayName,
        period: `introduced ${since} to ${until}`,
        recordScope: `${recordScope}, by words in the title`,
      });
      if (!cited) continue;
      const { citation, data } = cited;
      const here = sorted.filter(({ matter, names }) => names !== undefined || !namesSite(matter.title));
      systems.push({
        name,
        from: since,
        introducedMatterCount: data.length,
        topicMatterCount: sorted.length,
        elsewhereMatterCount: sorted.length - here.length,
        citation,
      });
      found.push(...here.map((entry) => ({ ...entry, citation })));
    }
    found.sort(byNearness);
    const elsewhere = systems.reduce((total, one) => total + one.elsewhereMatterCount, 0);
    return answer.finish({
      summary: summaryOf({ elsewhere, found, unanswered, read, topics, area: placeWords(subject) }),
      facts: {
        systems: filled(systems),
        matters: filled(found.slice(0, shown).map(viewMatter)),
        mattersLeftOut: beyond(found, shown),
      },
      verifyNext: at.configured.map(({ source: { publisher, landingUrl: url } }) => {
        return { action: 'Read the matter, its text and its next hearing', with: publisher, url };
      }),
    });
  },
});
