import { z } from 'zod';
import { viewPlace } from '../../src/answers/availability.ts';
import { cityName } from '../../src/answers/city-name.ts';
import { registryCitation } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, place, someOf } from '../../src/catalog/inputs.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import type { Citation } from '../../src/kernel/citation.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import { plainName } from '../../src/kernel/text.ts';
import { codeLibraries, ordinanceTopic, ordinanceTopics } from '../../src/rules/ordinance-topics.ts';
import { policySourcesOf } from '../../src/rules/policy-sources.ts';

const leadShape = {
  level: z.enum(['state', 'county', 'city', 'any']),
  kind: z
    .enum(['official', 'code_library'])
    .describe("code_library: a company's collection; whether this place's code is in it is not known"),
  name: z.string(),
  url: z.string(),
};
type Lead = { [K in keyof typeof leadShape]: z.infer<(typeof leadShape)[K]> };

export default defineTool({
  title: 'Leads to local ordinances',
  summary: 'Where the code of a place is published, and the words and office for a topic; no legal conclusion.',
  whenToUse:
    'Where do I find the local rules on occupancy, fees, signs, sidewalk cafes or review times for this place?',
  notFor: 'Not the text of a rule, not a reading of it and not legal advice; the zoning district is svc_zoning.',
  scope: 'rules',
  subject: 'area',
  examples: [
    {
      title: 'Two topics at an address',
      arguments: { address: '222 W Hargett St, Raleigh, NC 27601', topics: ['signage', 'sidewalk_cafe'] },
    },
    { title: 'A place', arguments: { place: 'Biloxi, MS' } },
  ],
  input: atAddress(
    {
      topics: someOf(ordinanceTopics)
        .default([...ordinanceTopics])
        .describe('Topics to look for; all of them where absent'),
      place: place.optional(),
    },
    [['place']],
  ),
  output: answerOf({
    leads: rows(leadShape),
    topics: rows({
      topic: z.enum(ordinanceTopics),
      searchFor: z.array(z.string()).describe('Words under which codes treat the topic'),
      ask: z.string().describe('Office that is usually queried'),
    }),
  }),
  async run(ctx, { topics }) {
    const { subject, answer } = ctx;
    const citation: Citation = {
      ...registryCitation(ctx.now),
      sourceName: 'List of code publishers of this service (addresses unverified)',
    };
    const view = await viewPlace(subject, ctx);
    const state = policySourcesOf(subject.stateCode);
    const local = view.jurisdictions.flatMap(({ policySources }) =>
      policySources.map(({ level, name, url }): Lead => ({ level, kind: 'official', name, url })),
    );
    const { stateCode } = subject;
    const leads: readonly Lead[] = [
      ...local.filter(({ level }) => level !== 'state'),
      ...[state?.code ?? []]
        .flat()
        .map((url): Lead => ({ level: 'state', kind: 'official', name: `Code of ${state?.name}`, url })),
      ...(stateCode ? codeLibraries(stateCode) : []).map(
        (one): Lead => ({ level: 'any', kind: 'code_library', ...one }),
      ),
    ];
    const unique = leads.filter(({ url }, index) => leads.findIndex((other) => other.url === url) === index);
    const lookup: Lookup<readonly Lead[]> =
      unique.length === 0
        ? { state: 'not_covered', source: citation.sourceName, reason: 'the state of the place is not known' }
        : view.unsure
          ? { state: 'partial', data: unique, citation, reason: view.unsure }
          : { state: 'found', data: unique, citation };
    const where = plainName(cityName(subject)) ?? subject.county?.name ?? state?.name ?? 'the place';
    const cited = answer.addLookup(lookup, { area: where, recordScope: 'publishers of state, county and city codes' });
    const clerk = { action: 'Ask for the text in force and pending amendments', with: `clerk of ${where}` };
    if (!cited)
      return answer.finish({ summary: 'No publisher of codes is listed for the place.', verifyNext: [clerk] });
    const official = unique.filter(({ kind, level }) => kind === 'official' && level !== 'state').length;
    return answer.finish({
      summary: `${unique.length} leads to published codes for ${where}, ${official} of them local official pages, with search words for ${topics.length} topic${topics.length === 1 ? '' : 's'}; no rule was read.`,
      facts: {
        leads: citedRows(unique, cited.citation, 8),
        topics: [...new Set(topics)].map(ordinanceTopic).map(({ topic, terms, office }) => {
          return { topic, searchFor: [...terms], ask: office, citation: cited.citation };
        }),
      },
      verifyNext: [clerk],
    });
  },
});
