import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, county, state, whole } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { countedInOneCodeSet, countyCodes, countyWords, noCounty } from '../../src/geography/by-county.ts';
import { answerSchema, optionalRows, rows } from '../../src/kernel/answer.ts';
import { missWords } from '../../src/kernel/answer-builder.ts';
import { type Lookup, mapLookup, orEmpty } from '../../src/kernel/lookup.ts';
import { beyond, citedRows, many } from '../../src/kernel/nearby-shape.ts';
import { isPointSubject } from '../../src/kernel/subject.ts';
import { dayMs, monthsBefore } from '../../src/kernel/time.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { centers, recoveryCenters } from '../../src/sources/fema-drc/client.ts';
import {
  countyDeclarations,
  type Declaration,
  declarationFields,
  declarationShape,
} from '../../src/sources/openfema/declarations.ts';

const card = sourceCard('openfema');

const centerMeters = 80_000;
const shown = 5;
const facts = z.strictObject({
  openForRegistration: rows({ ...declarationShape, lastFilingOn: z.string(), daysLeft: z.int() })
    .optional()
    .describe('Individual assistance declared for the area and the last filing date not past'),
  otherDeclarations: optionalRows('Declared within the period; no open individual registration is stated', {
    ...declarationShape,
    programs: z.array(z.enum(['IA', 'PA', 'HM'])),
    lastFilingOn: z.string().optional().describe('Last filing date of individual assistance, where one is stated'),
  }),
  declarationsLeftOut: z.int().optional(),
  recoveryCenters: rows({
    ...centers.shape('name', 'street', 'city', 'zip', 'disasterNumber'),
    distanceMeters: z.number().optional(),
  }).optional(),
  centersLeftOut: z.int().optional(),
});

/** Declarations of the period, or empty: earlier ones were not queried. */
function since(lookup: Awaited<ReturnType<typeof countyDeclarations>>, from: string, today: string) {
  const isMeant = ({ declaredOn, lastFilingOn = '' }: Declaration) => declaredOn >= from || lastFilingOn >= today;
  return orEmpty(mapLookup(lookup, ({ declarations }) => declarations.filter(isMeant)));
}

const isOpen = ({ programs, lastFilingOn = '' }: Declaration, today: string) =>
  programs.includes('IA') && lastFilingOn >= today;

function registrationWords(
  open: readonly Declaration[],
  others: readonly Declaration[],
  countyName: string,
  from: string,
): string {
  const [closing] = open.map(({ lastFilingOn }) => lastFilingOn).sort();
  return (
    `OpenFEMA states ${many(open.length, 'open individual registration')} for ${countyName}` +
    `${closing ? `, the next to close on ${closing}` : ''}, and ${others.length} other declarations since ${from}`
  );
}

function centerWords(count: number | undefined, { state }: Lookup<unknown>, aroundPoint: boolean): string {
  if (count !== undefined) return `${count} open recovery centers ${aroundPoint ? 'within 80 km' : 'in the state'}`;
  return state === 'unavailable' ? 'recovery centers could not be read' : 'no open recovery center listed';
}

function viewOpen(entry: Declaration, today: string) {
  const { lastFilingOn = today } = entry;
  const daysLeft = Math.round((Date.parse(lastFilingOn) - Date.parse(today)) / dayMs);
  return { ...pickFields(entry, ...declarationFields), lastFilingOn, daysLeft };
}

export default defineTool({
  title: 'Open federal disaster assistance of an area',
  summary: 'Declarations whose individual registration is open, recent others, and recovery centers near a place.',
  whenToUse: 'Can people at this address still register with FEMA after a declared disaster, and where is a center?',
  notFor: 'Not the full declaration history (svc_fema_events) and never a statement about eligibility or an amount.',
  subject: 'area',
  sources: ['openfema', 'fema-drc'],
  essential: [['openfema']],
  fallbacks: ['svc_fema_events'],
  examples: [
    { title: 'By address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601', monthsBack: 36 } },
    { title: 'By county', arguments: { state: 'NC', county: 'Wake' } },
  ],
  input: atAddress(
    {
      monthsBack: whole(1, 120).default(18).describe('Declarations of the last so many months; default 18'),
      state: state.optional(),
      county: county.optional(),
    },
    [['state', 'county']],
  ),
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['disaster', 'FEMA', 'assistance']),
  async run({ subject, sources, now, answer }, { monthsBack }) {
    const today = now.toISOString().slice(0, 10);
    const from = monthsBefore(today, monthsBack);
    const point = isPointSubject(subject) ? subject : undefined;
    const codes = countyCodes(subject);
    const countyName = countyWords(subject);
    const [declared, listed] = await Promise.all([
      codes.length > 0 ? countyDeclarations(sources, codes) : noCounty(subject, card.name),
      point
        ? recoveryCenters(sources, { point, radiusMeters: centerMeters })
        : recoveryCenters(sources, { stateCode: subject.stateCode ?? '' }),
    ]);
    const recent = answer.addPart(
      'declarations',
      { area: `${countyName}, and statewide declarations`, period: `${from} to ${today}, or filing still open` },
      since(countedInOneCodeSet(subject, declared), from, today),
    );
    const near = answer.addPart(
      'recoveryCenters',
      { area: point ? `within ${centerMeters / 1000} km of the point` : `the state ${subject.stateCode ?? ''}`.trim() },
      listed,
    );
    const open = recent?.data.filter((entry) => isOpen(entry, today)) ?? [];
    const others = recent?.data.filter((entry) => !isOpen(entry, today)) ?? [];
    const findings = recent
      ? registrationWords(open, others, countyName, from)
      : missWords(declared, {
          unavailable: 'OpenFEMA could not be read, so open registrations are unknown',
          unresolved: 'The county of the place is not known, so OpenFEMA was not queried',
          failed: `OpenFEMA lists no declaration for ${countyName} since ${from} and none whose registration is still open`,
        });
    return answer.finish({
      summary: `${findings}; ${centerWords(near?.data.length, listed, point !== undefined)}.`,
      facts: {
        openForRegistration:
          recent && (citedRows(open, recent.citation, shown, (entry) => viewOpen(entry, today)) ?? []),
        otherDeclarations: citedRows(others, recent?.citation, shown, [
          ...declarationFields,
          'programs',
          'lastFilingOn',
        ]),
        declarationsLeftOut: (beyond(open, shown) ?? 0) + (beyond(others, shown) ?? 0) || undefined,
        recoveryCenters: citedRows(near?.data, near?.citation, shown),
        centersLeftOut: beyond(near?.data, shown),
      },
    });
  },
});
