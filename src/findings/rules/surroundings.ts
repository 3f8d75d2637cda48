import type { PartReading } from '../../answers/ask-tools.ts';
import type { Fields } from '../../kernel/fields.ts';
import type { FindingDraft, FindingRule } from '../finding.ts';
import { citationsOf, nameIn, present, rowsOf, textIn } from '../reading.ts';
import { meaningSentence } from '../status-words.ts';

type Find = FindingRule['find'];

/** Utilities that maps name as candidates: only they can say that they serve the parcel. */
const candidates = ({ answer }: PartReading, left: (row: Fields) => boolean): readonly FindingDraft[] => {
  const mapped = rowsOf(answer, 'candidates').filter(left);
  const services = [...new Set(present(...mapped.map((row) => textIn(row, 'service'))))];
  return services.map((service) => {
    const of = mapped.filter((row) => row.service === service);
    const names = present(...of.map((row) => nameIn(row, 'name')));
    const several = of.length > 1;
    return {
      key: `utility_${service}`,
      status: several ? 'open' : 'awaiting_authority',
      question: several
        ? `Which of ${names.join(' and ')} serves the parcel with ${service}?`
        : `Does ${names[0] ?? 'the mapped utility'} confirm ${service} service to the parcel?`,
      sentence: several
        ? `Maps name ${of.length} candidates for ${service} at the point: ${names.join(', ')}. They do not agree on one.`
        : `A map names ${names[0] ?? 'one utility'} as the candidate for ${service} at the point; a mapped area is no connection.`,
      evidenceNeeded: [`A written service confirmation for the parcel (${service})`],
      recordIds: present(...of.map((row) => textIn(row, 'id'))),
      citations: citationsOf(answer, ...of),
    };
  });
};

/** Several electric territories over one point, or one that the county list does not bear out. */
const electric: Find = ({ answer }) => {
  const drawn = rowsOf(answer, 'territoriesAtPoint');
  if (drawn.length === 0) return undefined;
  const names = present(...drawn.map((row) => nameIn(row, 'name')));
  const unlisted = drawn.filter((row) => row.alsoListedInCounty === false);
  const settled = drawn.length === 1 && unlisted.length === 0;
  return {
    key: 'electric_territory',
    status: settled ? 'awaiting_authority' : 'open',
    question: settled
      ? `Which load can ${names[0]} serve at the parcel, from when, and at what cost of extension?`
      : `Which electric utility serves the parcel: ${names.join(' or ')}?`,
    sentence: `The territory map draws ${names.join(', ')} at the point${unlisted.length > 0 ? `; the federal county list does not name ${present(...unlisted.map((row) => nameIn(row, 'name'))).join(', ')}` : ''}.`,
    evidenceNeeded: ['A written service letter of the utility with capacity and date'],
    recordIds: present(...drawn.map((row) => textIn(row, 'eiaId'))),
    citations: citationsOf(answer, ...drawn),
  };
};

const maxCases = 3;

const meters = (row: Fields) => Number(row.distanceMeters ?? Infinity);

/**
 * Development cases nearby, the nearest first: those that are open by the published meaning of their status, then those
 * whose status has none. What is published to have ended raises no question.
 */
const cases: Find = ({ answer }, words) =>
  rowsOf(answer, 'cases')
    .map((row) => {
      const citations = citationsOf(answer, row);
      const status = textIn(row, 'status');
      return { row, citations, status, known: words.cases(citations[0]?.sourceName ?? '', status ?? '') };
    })
    .filter(({ known }) => known?.reading !== 'ended')
    .toSorted((a, b) => Number(!a.known) - Number(!b.known) || meters(a.row) - meters(b.row))
    .slice(0, maxCases)
    .map(({ row, citations, status, known }, index) => {
      const id = textIn(row, 'caseNumber');
      const number = nameIn(row, 'caseNumber');
      const url = textIn(row, 'url');
      const called = [nameIn(row, 'name'), nameIn(row, 'type')].filter(Boolean).join(', ');
      const distance = textIn(row, 'distanceMeters');
      return {
        key: `case_${id ?? index + 1}`,
        headline: `Development case ${number ?? called}${distance ? `, ${distance} m away` : ''}`,
        ...(distance && { where: 'near' as const, distanceMeters: Number(distance) }),
        status: known ? 'awaiting_authority' : 'open',
        question: `What is decided on development case ${number ?? called}, and what does it change around the parcel?`,
        sentence: `${called || `Case ${number ?? 'without a number'}`}: listed with ${status ? `the status "${status}"` : 'no status'}${distance ? `, ${distance} m from the point` : ''}.${meaningSentence(status, known)}`,
        evidenceNeeded: ['The case file with its present stage and hearing dates'],
        recordIds: present(id),
        citations: known ? [...citations, known.page] : citations,
        ...(url &&
          URL.canParse(url) && {
            next: { action: 'Read the case file', with: 'the planning department', url },
          }),
      };
    });

/** Council matters whose title names the address or its street. */
const legislation: Find = ({ answer }) =>
  rowsOf(answer, 'matters')
    .filter((row) => row.names !== undefined && row.decidedOn === undefined)
    .slice(0, maxCases)
    .map((row) => ({
      key: `matter_${textIn(row, 'number')}`,
      headline: `Council matter ${nameIn(row, 'number') ?? ''} names this ${String(row.names)}`,
      status: 'awaiting_authority',
      question: `What does council matter ${nameIn(row, 'number') ?? ''} decide about this ${String(row.names)}?`,
      sentence: `"${textIn(row, 'title')}", introduced ${textIn(row, 'introducedOn')}${textIn(row, 'status') ? `, status "${textIn(row, 'status')}"` : ''}; no final action is dated.`,
      evidenceNeeded: ["The clerk's file with its attachments and final action"],
      recordIds: present(textIn(row, 'number')),
      citations: citationsOf(answer, row),
    }));

/** State rules of special valuation: whether the parcel is enrolled is in the assessor's file alone. */
const valuation: Find = ({ answer }) =>
  rowsOf(answer, 'stateRules').map((row, index) => ({
    key: `valuation_${textIn(row, 'kind') ?? index + 1}`,
    status: 'awaiting_authority',
    question: `Is the parcel enrolled in ${textIn(row, 'title') ?? 'a special valuation'}, and what falls due if its use changes?`,
    sentence: `${textIn(row, 'statute') ?? 'State law'}: ${textIn(row, 'rule')}${textIn(row, 'afterwards') ? ` On a change: ${textIn(row, 'afterwards')}.` : ''}`,
    evidenceNeeded: ["The assessor's record of enrolment and of deferred tax"],
    citations: citationsOf(answer, row),
  }));

/** The next date of the tax calendar, where it has one: whether the bill is paid is with the collector. */
const taxDates: Find = ({ answer }) => {
  const next = rowsOf(answer, 'events')
    .filter((row) => textIn(row, 'date') !== undefined && Number(row.daysFromToday) >= 0)
    .toSorted((a, b) => Number(a.daysFromToday) - Number(b.daysFromToday))[0];
  if (!next) return undefined;
  return {
    key: 'next_tax_date',
    headline: `Property tax of ${textIn(next, 'place') ?? 'the county'}: ${textIn(next, 'title')} on ${textIn(next, 'date')}`,
    question: `Is the property tax bill paid by ${textIn(next, 'date')} (${textIn(next, 'title')}), and who carries it?`,
    sentence: `The dated table of ${textIn(next, 'place') ?? 'the county'} gives ${textIn(next, 'date')} (${textIn(next, 'title')}); no payment was looked up.`,
    evidenceNeeded: ["The collector's statement for the parcel and year"],
    citations: citationsOf(answer, next),
  };
};

export const surroundingsRules = {
  utilities: {
    needs: 'svc_utility_service_check',
    kind: 'near',
    asks: true,
    find: (reading) => candidates(reading, () => true),
  },
  /** The same where the electric utility is queried by itself. */
  utilitiesBesidePower: {
    needs: 'svc_utility_service_check',
    kind: 'near',
    asks: true,
    find: (reading) => candidates(reading, (row) => row.service !== 'electricity'),
  },
  electric: { needs: 'svc_electric_utility_resolver', kind: 'near', asks: true, find: electric },
  cases: { needs: 'svc_development_cases', kind: 'near', find: cases },
  legislation: { needs: 'svc_local_legislation', kind: 'near', asks: true, find: legislation },
  valuation: { needs: 'svc_special_valuation_screen', kind: 'near', asks: true, find: valuation },
  taxDates: { needs: 'svc_tax_calendar', kind: 'near', asks: true, find: taxDates },
} as const satisfies Record<string, FindingRule>;
