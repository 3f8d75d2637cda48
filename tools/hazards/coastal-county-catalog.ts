import { z } from 'zod';
import { registryCitation } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Citation } from '../../src/kernel/citation.ts';
import { countyKey } from '../../src/kernel/county-name.ts';
import { type CoastalProgram, coastalPrograms } from '../../src/rules/coastal-programs.ts';

const facts = z.strictObject({
  programs: z.array(
    row({
      state: z.string(),
      program: z.string(),
      statute: z.string().describe('As generally known; the text was not read for this table'),
      counties: z.array(z.strictObject({ name: z.string(), countyFips: z.string().optional() })),
      verification: z.literal('unverified'),
    }),
  ),
});

const limits = [
  'Two state programs only (North Carolina and Florida), written down from general knowledge and not held against the statutes.',
  'A county that is missing may well lie on a coast: NOAA counts several hundred shoreline and coastal watershed counties.',
];

const verifyNext = () => [
  ...coastalPrograms().map(({ agencyUrl, program, stateName }) => ({
    action: `Confirm the counties: ${program}`,
    with: `coastal program of ${stateName}`,
    url: agencyUrl,
  })),
  { action: 'See overlays of one place', with: 'svc_coastal_county_overlays' },
];

/** "Carteret", "Carteret County", "Carteret, NC": the name, and the state where one is given. */
function wanted(text: string): { name: string; state: string | undefined } {
  const [name = '', state] = text.split(',').map((part) => part.trim());
  return { name: countyKey(name), state: state?.toUpperCase() };
}

const inState = (program: CoastalProgram, state: string | undefined) =>
  state === undefined || program.state === state || program.stateName.toUpperCase() === state;

export default defineTool({
  title: 'Coastal counties of state programs',
  summary:
    'Counties that state coastal programs name (CAMA in North Carolina, control line in Florida), with the statute.',
  whenToUse: 'Is this county named in a state coastal program of the table, or which counties are?',
  notFor:
    'Not a map of coastal rules at a parcel and not a list of all coastal counties (svc_coastal_county_overlays).',
  synonyms: [
    'CAMA county',
    'coastal zone',
    'shoreline county',
    'beach county',
    'CCCL',
    'coastal construction control line',
  ],
  scope: 'rules',
  subject: 'none',
  closedWorld: true,
  sources: [],
  limits,
  examples: [
    { title: 'All', arguments: {} },
    { title: 'One county', arguments: { county: 'Carteret, NC' } },
  ],
  input: inputObject({
    county: z
      .string()
      .trim()
      .min(2)
      .max(60)
      .optional()
      .describe(
        'County name, with the state where it is known: "Carteret" or "Carteret, NC"; without it all are listed',
      ),
  }),
  output: answerSchema({ facts }),
  run(ctx, { county }) {
    const answer = new AnswerBuilder();
    const programs = coastalPrograms();
    const [first] = programs;
    const citation: Citation = {
      ...registryCitation(ctx.now),
      sourceName: 'Table of state coastal programs (unverified)',
      ...(first && { sourceDate: first.asOf }),
    };
    const ask = county === undefined ? undefined : wanted(county);
    const found = programs
      .filter((program) => inState(program, ask?.state))
      .map((program) => ({
        ...program,
        counties: program.countyNames.filter((name) => ask === undefined || countyKey(name) === ask.name),
      }))
      .filter(({ counties }) => counties.length > 0);
    const cited = answer.addLookup(
      found.length > 0 ? { state: 'found', data: found, citation } : { state: 'empty', citation },
      {
        area: county === undefined ? 'states of the table' : 'the county named',
        recordScope: 'counties of two state coastal programs',
      },
    );
    const total = found.reduce((sum, { counties }) => sum + counties.length, 0);
    if (!cited) {
      return answer.finish({
        summary:
          'The table of two state coastal programs does not name this county; other coasts are not in the table.',
        limits,
        verifyNext: verifyNext(),
      });
    }
    return answer.finish({
      summary:
        county === undefined
          ? `The table names ${total} counties of two state coastal programs (North Carolina and Florida), unverified.`
          : `The table names this county under ${found.map(({ program, state }) => `${program} (${state})`).join(' and ')}, unverified.`,
      facts: {
        programs: found.map(({ state, program, statute, counties, verification }) => ({
          state,
          program,
          statute,
          counties: counties.map((name) => {
            const [code, ...more] = ctx.place.findCounty(state, name);
            return { name, ...(code && more.length === 0 && { countyFips: code.fips }) };
          }),
          verification,
          citation: cited.citation,
        })),
      },
      limits,
      verifyNext: verifyNext(),
    });
  },
});
