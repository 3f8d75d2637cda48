import { z } from 'zod';
import { cityName } from '../../src/answers/city-name.ts';
import { registryCitation } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, county, state, words } from '../../src/catalog/inputs.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import type { Citation } from '../../src/kernel/citation.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import { displayName } from '../../src/kernel/text.ts';
import { watchQueries } from '../../src/rules/data-center-queries.ts';
import { nextChecks } from '../../src/rules/next-checks.ts';
import { policySourcesOf } from '../../src/rules/policy-sources.ts';

export default defineTool({
  title: 'Data center watch: searches to run',
  summary: 'A pack of searches at official places that would show a planned data center in an area; runs none of them.',
  whenToUse: 'How would one find out whether a data center is planned near here?',
  notFor: 'Finds no project by itself; permits and cases are svc_development_cases, the code is svc_ordinance_leads.',
  scope: 'rules',
  subject: 'area',
  examples: [
    { title: 'By address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'By county', arguments: { state: 'NC', county: 'Wake', municipality: 'Apex' } },
  ],
  input: atAddress(
    {
      state: state.optional(),
      county: county.optional(),
      municipality: words(2, 60).optional().describe('City or town name such as Apex'),
    },
    [['state']],
  ),
  output: answerOf({
    queries: rows({
      topic: z.string(),
      search: z.string().describe('Words to search for'),
      with: z.string().describe('Where to run the search'),
      url: z.string().optional(),
      looksFor: z.string(),
    }),
  }),
  run(ctx, { municipality }) {
    const { subject, answer } = ctx;
    const policy = policySourcesOf(subject.stateCode);
    const citation: Citation = {
      ...registryCitation(ctx.now),
      sourceName: 'List of searches of this service (addresses unverified)',
    };
    const stateName = policy?.name ?? subject.stateCode;
    const city = displayName(municipality) ?? cityName(subject);
    const { county } = subject;
    const area = [city, county?.name, stateName].filter(Boolean).join(', ') || 'the place';
    const extent = { area, recordScope: 'searches to run' };
    if (!stateName) {
      const reason = 'the state of the place is not known';
      answer.addLookup({ state: 'not_covered', source: citation.sourceName, reason }, extent);
      return answer.finish({ summary: 'The state of the place is not known, so no list was made.' });
    }
    const legislatureUrl = policy?.legislature;
    const queries = watchQueries({ municipality: city, county: county?.name, stateName, legislatureUrl });
    answer.addLookup({ state: 'found', data: queries, citation }, extent);
    return answer.finish({
      summary: `${queries.length} searches at official places for ${city ?? county?.name ?? stateName}; none was run and no project was found or ruled out.`,
      facts: { queries: citedRows(queries, answer.cite(citation)) },
      verifyNext: nextChecks('data-center-watch.listed'),
    });
  },
});
