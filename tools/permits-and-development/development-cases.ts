import { z } from 'zod';
import { offices } from '../../src/answers/offices.ts';
import { outcomeOf } from '../../src/answers/outcome.ts';
import { configuredOrAnswer, placesWith, placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import { defined } from '../../src/kernel/defined.ts';
import { cutTo, leftOut, many } from '../../src/kernel/nearby-shape.ts';
import { plainName } from '../../src/kernel/text.ts';
import { casesAround, type Located } from '../../src/places/lanes/cases.ts';
import { numberField, textField } from '../../src/places/lanes/published.ts';

const listed = 8;

const facts = z.strictObject({
  cases: z.array(
    row({
      caseNumber: z.string().optional(),
      name: z.string().optional(),
      type: z.string().optional(),
      status: z.string().optional().describe("The publisher's own word"),
      submittedYear: z.number().optional(),
      approvedOn: z.string().optional(),
      certifiedOn: z.string().optional().describe('Certified or referred into public review'),
      appealPeriodEndsOn: z.string().optional(),
      sunsetOn: z.string().optional(),
      requestedUnitCount: z.number().optional(),
      approvedUnitCount: z.number().optional(),
      requestedAreaSquareFeet: z.number().optional(),
      street: z.string().optional(),
      zoning: z.string().optional(),
      ulurpNumbers: z.string().optional(),
      url: z.url().optional(),
      distanceMeters: z.number().optional(),
    }),
  ),
  leftOut,
});

function caseOf({
  row: found,
  citation,
  distanceMeters,
}: Located<'development_cases'>): z.input<typeof facts>['cases'][number] {
  const { fields, recordId } = found;
  const [text, number] = [textField(fields), numberField(fields)];
  return defined({
    caseNumber: recordId,
    name: text('title'),
    type: text('type'),
    status: text('status'),
    submittedYear: number('submittedYear'),
    approvedOn: text('approvedAt'),
    certifiedOn: text('certifiedAt'),
    appealPeriodEndsOn: text('appealPeriodEnds'),
    sunsetOn: text('sunsetDate'),
    requestedUnitCount: number('unitsRequested'),
    approvedUnitCount: number('unitsApproved'),
    requestedAreaSquareFeet: number('areaRequested'),
    street: text('street'),
    zoning: text('zoning'),
    ulurpNumbers: text('ulurpNumbers'),
    url: fields.recordUrl,
    distanceMeters,
    citation,
  });
}

export default defineTool({
  title: 'Development cases nearby',
  summary: 'Site plans, rezonings and land use applications filed near an address, with status and dates as published.',
  whenToUse: 'What is proposed or under review around this address: apartments, a rezoning, a site plan?',
  notFor:
    'Building permits are svc_metro_permits, public works svc_capital_projects, council matters svc_local_legislation.',
  synonyms: [
    'rezoning',
    'rezoning cases',
    'site plan',
    'proposed development',
    'apartment project',
    'subdivision',
    'land use application',
    'ULURP',
    'planning commission case',
    'new construction proposed',
  ],
  scope: 'local',
  lane: 'development_cases',
  fallbacks: ['svc_local_legislation'],
  limits: [
    'Cases in the words of the planning office; no status says that something is built.',
    'Cases before a board or filed since the last update may be missing.',
  ],
  examples: [
    { title: 'Cases around an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Applications of a tax lot', arguments: { address: '100 Gold St, New York, NY 10038' } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(1000, 5000) }),
  output: answerSchema({ facts }),
  async run(ctx, { radiusMeters }) {
    const { subject, answer } = ctx;
    const at = configuredOrAnswer(answer, ctx.lane, subject, {
      what: 'development case',
      office: offices.planning,
      covered: () => placesWith(ctx.jurisdictions, 'development_cases'),
    });
    if ('answer' in at) return at.answer;
    const found = await casesAround(ctx, at.configured, radiusMeters, answer);
    const { shown, rest } = cutTo(found.rows, listed);
    const first = found.rows[0]?.row.fields;
    const name = plainName(first && textField(first)('title'));
    const findings =
      found.rows.length > 0 ? `${many(found.rows.length, 'case')}${name ? `, first ${name}` : ''}` : undefined;
    const outcome = outcomeOf(answer.state, findings, 'no case published there');
    return answer.finish({
      summary: `${found.names}, ${found.searchExtent} of ${placeWords(subject)}: ${outcome}.`,
      ...(found.rows.length > 0 && { facts: { cases: shown.map(caseOf), ...rest } }),
      limits: [...found.limits],
      verifyNext: at.configured.slice(0, 1).map(({ source }) => ({
        action: 'Ask the planning office for the file and its hearing dates',
        with: source.publisher,
        url: source.landingUrl,
      })),
    });
  },
});
