import { groupBy } from '../../../kernel/group.ts';
import {
  type Block,
  type BlockOf,
  type Cell,
  type Line,
  labeled,
  list,
  muted,
  plain,
  quote,
  run,
  text,
} from '../../../reports/document.ts';
import type { LedgerEntry, ListedFinding, RecordEntry, ReportFact, SectionOf } from '../../../reports/sections.ts';
import { distanceText, valueText } from '../../../reports/values.ts';
import { stateWords, webAddress } from '../../../reports/words.ts';
import { lowered } from '../compose/labels.ts';
import { sentence, type View, valueWords } from './view.ts';

export interface Next {
  readonly action: string;
  readonly with: string;
  readonly url?: string | undefined;
}

const entriesIn = ({ sections }: Pick<View, 'sections'>): ReadonlyMap<string, RecordEntry> =>
  new Map(
    sections.flatMap((section) => (section.kind === 'entries' ? section.entries : [])).map((one) => [one.id, one]),
  );

/** A step with who or which page it leads to. */
export function nextLine({ action, with: who, url }: Next, view: Pick<View, 'zone'>): Line {
  const words = sentence(action, view).replace(/\.$/, '');
  return labeled('Next', run(`${words} \u2013 `), run(sentence(who, view), undefined, webAddress(url)), run('.'));
}

/**
 * What stands out: the finding with its sources, why it matters, what it leaves open where no section of its own lists
 * that, and the next step.
 */
export function itemBlocks({ items, note }: Pick<SectionOf<'items'>, 'items' | 'note'>, view: View): Block[] {
  const known = entriesIn(view);
  const hasQuestions = view.sections.some(({ kind }) => kind === 'questions');
  const reasons = new Set<string>();
  const steps = new Map<string, number>();
  const cell = (item: ListedFinding, at: number): Cell => {
    const { next } = item;
    const step = `${next.action} ${next.with}`;
    const same = steps.get(step);
    if (same === undefined) steps.set(step, at + 1);
    const { finding, why, question, recordIds, citations } = item;
    const titles = [...new Set(recordIds.flatMap((id) => known.get(id)?.title ?? []))].slice(0, 3);
    const quoted = titles.flatMap((title, at) => [run(at > 0 ? ', ' : ' '), quote(title)]);
    const fresh = why !== undefined && !reasons.has(why);
    if (why !== undefined) reasons.add(why);
    return [
      [
        run(sentence(finding, view), 'strong'),
        ...quoted,
        ...view.marks.ofAll(citations).slice(0, 3),
        ...(fresh ? [run(` ${why}`)] : []),
      ],
      ...(hasQuestions ? [] : [labeled('Open question', run(sentence(question, view)))]),
      same === undefined ? nextLine(next, view) : labeled('Next', run(`the step of item ${same}.`)),
    ];
  };
  return items.length > 0 ? list(items.map(cell), { ordered: true }) : [text(note ?? '', 'note')];
}

/** Lines of a ledger, one item for each state, in its color and in words, with what it is about; names keep their case. */
export const stateCells = (entries: readonly LedgerEntry[], areNames = false): Cell[] =>
  [...groupBy(entries, stateWords)].map(([words, some]) => [
    [
      { text: words, style: 'strong', status: some[0]?.status },
      run(`: ${[...new Set(some.map(({ label }) => (areNames ? label : lowered(label))))].join(', ')}.`),
    ],
  ]);

/** Findings on a first screen; the others follow below it. */
const firstFindings = 7;

type Side = BlockOf<'pair'>['sides'][number];

/** The first card of findings, which says how many there are where it does not hold them all. */
export function findingsCard(
  findings: readonly Pick<ListedFinding, 'headline'>[],
  view: Pick<View, 'zone'>,
  none = 'By fixed rules nothing stands out in these records.',
): Side {
  const of = findings.length > firstFindings ? `, ${firstFindings} of ${findings.length}` : '';
  const items = findings.slice(0, firstFindings).map(({ headline }): Cell => [plain(sentence(headline, view))]);
  return { title: `What stands out, in short${of}`, items, none };
}

const factLine = ({ label, value, unit, citation }: ReportFact, view: View): Line =>
  labeled(label, run(valueWords(value, unit, view), 'strong'), view.marks.of(citation));

/** Each question of the caller with what stands out on it, the cited facts and records that bear on it, and what no record says. */
export function answerBlocks(section: SectionOf<'answers'>, view: View): Block[] {
  const { sections } = view;
  const entries = entriesIn(view);
  const titles = new Map(sections.map(({ id, title }) => [id, title]));
  const standing = new Map(
    sections.flatMap((one) => (one.kind === 'items' ? one.items.map((item) => [item.id, item] as const) : [])),
  );
  const items = section.answers.map((answer): Cell => {
    // reports that were sold before these lists existed are drawn again without them
    const { asked: queried, as, facts, sectionIds, unanswered, near = [], findingIds = [], emptyIn = [] } = answer;
    const records = answer.entryIds.flatMap((id) => entries.get(id) ?? []);
    const empty = emptyIn.map((label) => label.toLowerCase()).join(', ');
    return [
      [run(as === 'focus' ? 'Focus: ' : '', 'muted'), quote(queried)],
      ...findingIds
        .flatMap((id) => standing.get(id) ?? [])
        .map(
          ({ finding, citations }): Line => [
            run(sentence(finding, view), 'strong'),
            ...view.marks.ofAll(citations).slice(0, 3),
          ],
        ),
      ...facts.map((fact) => factLine(fact, view)),
      ...(unanswered ? [plain(unanswered)] : []),
      ...near.map((fact): Line => [run('Only near it: ', 'muted'), ...factLine(fact, view)]),
      ...records.map((entry) => entryLine(entry, view)),
      ...(empty ? [muted(`Searched, nothing found: ${empty}.`)] : []),
      ...(sectionIds.length > 0 ? [muted(`See: ${sectionIds.map((id) => titles.get(id) ?? id).join(', ')}.`)] : []),
    ];
  });
  return list(items);
}

function entryLine(
  { title, status, date, distanceMeters, amount, citation, onParcel, of }: RecordEntry,
  view: View,
): Line {
  const where = onParcel
    ? `this ${of ?? 'parcel'}`
    : distanceMeters === undefined
      ? undefined
      : distanceText(distanceMeters);
  const remarks = [date, where, amount && valueText(amount.value, amount.unit)].filter((one) => one !== undefined);
  return [
    quote(title),
    ...(status ? [run(', status ', 'muted'), quote(status)] : []),
    ...(remarks.length > 0 ? [run(`; ${remarks.join(', ')}`, 'muted')] : []),
    ...(citation.recordId ? [run(' '), run(citation.recordId, 'muted', webAddress(citation.recordUrl))] : []),
    view.marks.of(citation),
  ];
}
