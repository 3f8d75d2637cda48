import type { PartReading } from '../../../answers/ask-tools.ts';
import { officeFor, officeOfLane } from '../../../answers/offices.ts';
import type { BiasProfile } from '../../../kernel/record.ts';
import type { ListedFinding, ReportFact, ReportSection, SectionOf } from '../../../reports/sections.ts';
import { valueText } from '../../../reports/values.ts';
import { optionalText, text } from '../../../rules/cells.ts';
import { limitInReport } from '../../../rules/limits.ts';
import { nextCheckKind } from '../../../rules/next-check-pages.ts';
import { tableFile } from '../../../rules/table-file.ts';
import type { AnswerFacts } from '../../shared/compose/facts.ts';
import { type Checked, leavesOpen } from '../../shared/compose/ledger.ts';
import { failedWords } from '../../shared/compose/synthesis.ts';
import { laneTitle, standingCaveats } from '../../shared/compose/words.ts';
import type { ReportMaterial } from '../gather.ts';

interface Wanted {
  readonly with: string;
  readonly url?: string | undefined;
  readonly action: string;
}

const maxActions = 5;

const sentence = (text: string) => text.trim().replace(/\.$/, '');

/** Steps by whom they lead to, in the order in which each was first named; nothing is said twice. */
function grouped(wanted: readonly Wanted[]): readonly { name: string; url?: string; actions: string[] }[] {
  const groups = new Map<string, { name: string; url?: string; actions: string[] }>();
  for (const { with: name, url, action } of wanted) {
    const group = groups.get(name) ?? { name, actions: [] };
    if (url !== undefined && group.url === undefined) group.url = url;
    if (!group.actions.includes(sentence(action)) && group.actions.length < maxActions)
      group.actions.push(sentence(action));
    groups.set(name, group);
  }
  return [...groups.values()];
}

function ofGaps({ subject }: ReportMaterial, checked: readonly Checked[]): readonly Wanted[] {
  const isOpen = leavesOpen(checked.map(({ entry }) => entry));
  return checked.flatMap(({ entry, officialUrl }): Wanted[] => {
    const { lane, status } = entry;
    if (lane === undefined || status === 'covered' || !isOpen(entry)) return [];
    const { with: office, url } = officeFor(subject, officeOfLane[lane], officialUrl);
    return [{ with: office, url, action: `Ask for ${laneTitle(lane).toLowerCase()} of the address and its parcel` }];
  });
}

const ofAnswers = ({ components, parcelAnswer, parcelParts }: ReportMaterial): readonly Wanted[] =>
  [...(parcelAnswer ? [parcelAnswer] : []), ...parcelParts, ...components]
    .filter(({ answer }) => answer.facts)
    .flatMap(({ answer }) => answer.verifyNext.slice(0, 2));

const ofTheParcel = ({ id }: ListedFinding) => id.startsWith('on_parcel.');

/**
 * Next checks by office: first for the records of the parcel itself, then for what else stands out, for the gaps, and
 * those that the answers name. A step that leads to a page on which something is looked up is listed with the pages, not
 * with the offices. Which names are pages is declared in a table.
 */
export function nextChecksOf(
  material: ReportMaterial,
  items: readonly ListedFinding[],
  checked: readonly Checked[],
): SectionOf<'next_checks'> {
  const ordered = [...items.filter(ofTheParcel), ...items.filter((item) => !ofTheParcel(item))];
  const steps = ordered.map(({ next }) => next);
  const ofSources = ofAnswers(material).filter(({ url }) => url !== undefined);
  const isPage = ({ with: name }: Wanted) => nextCheckKind(name) === 'page';
  const queried: Wanted[] = [...steps, ...ofGaps(material, checked), ...ofSources].filter((step) => !isPage(step));
  const pages = grouped([...steps, ...ofSources].filter((step) => isPage(step) && step.url !== undefined));
  return {
    id: 'next_checks',
    title: 'Next checks, by office',
    kind: 'next_checks',
    offices: grouped(queried).map(({ name, url, actions }) => ({ office: name, ...(url && { url }), askFor: actions })),
    pages: pages.flatMap(({ name, url, actions }) => (url ? [{ page: name, url, steps: actions }] : [])),
  };
}

export const highlighted = tableFile('report-highlights', {
  /** The end of a fact's id, or of a table's. */
  at: text,
  column: optionalText,
  label: optionalText,
});
type Highlight = ReturnType<typeof highlighted>[number];

/** The main facts of a report, first those in which the parcel's outline differs from the matched point; several rows of one table are one fact with the source of the first. */
export function highlightsOf(read: readonly AnswerFacts[]): readonly ReportFact[] {
  const differing = read
    .filter(({ facts }) => facts.some(({ id, value }) => id.endsWith('.pointAgrees') && value === false))
    .flatMap(({ facts, tables }) => [...facts, ...tables].map(({ id }) => id.split('.')[1] ?? ''));
  const isFinding = ({ at }: Highlight) => {
    const [name = ''] = at.split('.');
    return name.endsWith('OnParcel') && differing.includes(name);
  };
  const rows = highlighted();
  const ordered = [...rows.filter(isFinding), ...rows.filter((entry) => !isFinding(entry))];
  const facts = read.flatMap((answer) => answer.facts);
  return ordered.flatMap(({ at, column, label }) => {
    if (column === undefined) {
      const found = facts.find(({ id }) => id.endsWith(`.${at}`));
      return found ? { ...found, ...(label && { label }) } : [];
    }
    const table = read.flatMap(({ tables }) => tables).find(({ id }) => id.endsWith(at));
    const index = table?.columns.findIndex(({ key }) => key === column) ?? -1;
    const [first] = table?.rows ?? [];
    if (!table || !first || index < 0) return [];
    const values = table.rows.flatMap(({ cells }) => {
      const cell = cells[index] ?? null;
      return cell === null ? [] : valueText(cell, table.columns[index]?.unit);
    });
    if (values.length === 0) return [];
    const { citation } = first;
    return {
      id: `${table.id}.${column}`,
      label: label ?? table.label,
      value: [...new Set(values)].join(', '),
      citation,
    };
  });
}

/** Of what a limit is said where it holds for all of a report. */
export const wholeReport = 'All of it';

const ofProfile = ({ measures, doesNotMeasure, knownBiases, lagDays }: BiasProfile): readonly string[] => [
  `Counts: ${measures}`,
  `Not counted: ${doesNotMeasure}`,
  ...knownBiases,
  ...(lagDays === undefined ? [] : [`Usual delay: ${lagDays} ${lagDays === 1 ? 'day' : 'days'}.`]),
];

/** Every limit of a report once, with the parts that it is said of: the standing ones, those of the answers and of the publishers of records. Why something is missing is in the ledger. */
export function limitsOf(
  { boundaryNote }: ReportMaterial,
  { answers, checked }: { readonly answers: readonly PartReading[]; readonly checked: readonly Checked[] },
  sections: readonly ReportSection[],
): SectionOf<'limits'> {
  const failed = failedWords(checked);
  const said: (readonly [text: string, of: string])[] = [
    ...[...(failed ? [failed] : []), ...(boundaryNote ? [boundaryNote] : []), ...standingCaveats].map(
      (text) => [text, wholeReport] as const,
    ),
    ...answers.flatMap(({ title, answer }) => answer.limits.map((text) => [text, title] as const)),
    ...sections.flatMap((section) =>
      section.kind === 'records'
        ? section.biasProfiles.flatMap(({ biasProfile }) =>
            ofProfile(biasProfile).map((text) => [text, section.title] as const),
          )
        : [],
    ),
  ];
  const limits = new Map<string, Set<string>>();
  for (const [text, of] of said) {
    const printed = limitInReport(text);
    limits.set(printed, (limits.get(printed) ?? new Set()).add(of));
  }
  return {
    id: 'limits',
    title: 'Limits',
    kind: 'limits',
    limits: [...limits].map(([text, of]) => ({ text, of: of.has(wholeReport) ? [wholeReport] : [...of] })),
  };
}
