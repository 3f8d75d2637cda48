import { type Block, type Cell, folded, type Line, list, run, text } from '../../../reports/document.ts';
import { bandMeters } from '../../../reports/pictures/schema.ts';
import type { ReportFact, ReportTable } from '../../../reports/sections.ts';
import { bandsText, landText } from '../../../reports/values.ts';
import { lowered } from '../compose/labels.ts';
import { plural } from '../compose/words.ts';
import { rowTable, shortLine, tableLine } from './row-table.ts';
import { sayOnce, sentence, sourceKey, type View, valueWords, wordsRun } from './view.ts';

const maxStrong = 60;
/** More folded lists than this are counted, not named. */
const maxNamed = 2;

const landFields = ['lotArea', 'deedArea', 'landArea'];
/** Whether a fact is an area of land, and not of a building. */
export const isLand = ({ id }: ReportFact) => landFields.includes(id.slice(id.lastIndexOf('.') + 1));

/** What the maps draw: the data form keeps it. */
const drawn: ReadonlySet<string> = new Set(['centroid.latitude', 'centroid.longitude', 'centroidPrecision']);
const isDrawn = ({ id }: ReportFact) => drawn.has(id.slice(id.indexOf('.') + 1));
/** Point and outline agree: only where they differ is there something to read. */
const isAgreement = ({ id, value }: ReportFact) => id.endsWith('.pointAgrees') && value === true;

/** Counts by distance of the tools by the end of their id, with the row of the matrix that counts the same register. */
const rowTypes: readonly (readonly [string, ...string[]])[] = [
  ['nationalPriorities.byDistance', 'npl', 'npl_deleted'],
  ['otherSuperfund.byDistance', 'superfund'],
  ['brownfields.byDistance', 'brownfields'],
  ['underground_storage_tanks.facilities.byDistance', 'tank_facilities'],
  ['underground_storage_tanks.releases.byDistance', 'tank_releases'],
  ['regulated_facility_compliance.facilities.byDistance', 'regulated_facilities'],
];

/** Whether the matrix by distance of the report states the same counts; where the two differ, both stay. */
function inMatrix({ id, bands }: ReportFact, { sections }: Pick<View, 'sections'>): boolean {
  const [, ...types] = rowTypes.find(([end]) => id.endsWith(end)) ?? [];
  const rows = sections.flatMap((section) => (section.kind === 'distances' ? section.rows : []));
  const own = rows.filter(({ type }) => types.includes(type));
  if (!bands || own.length === 0) return false;
  const upTo = (meters: number) =>
    own.reduce(
      (sum, row) =>
        row.bands.reduce<number>(
          (some, count, at) => some + ((bandMeters[at] ?? 0) <= meters ? (count ?? 0) : 0),
          sum + row.onParcelCount,
        ),
      0,
    );
  return bands.every(({ withinMeters, count }) => upTo(withinMeters) === count);
}

/** Facts of one group: "Slope: percent", "Slope: falls toward". */
interface Group {
  readonly path: string;
  readonly name: string | undefined;
  readonly facts: ReportFact[];
}

const parentOf = (id: string) => id.slice(0, Math.max(0, id.lastIndexOf('.')));
const groupName = (label: string) => (label.includes(': ') ? label.slice(0, label.indexOf(': ')) : undefined);

function groupsOf(facts: readonly ReportFact[]): readonly Group[] {
  const groups: Group[] = [];
  for (const fact of facts) {
    const [path, name] = [parentOf(fact.id), groupName(fact.label)];
    const last = groups.at(-1);
    if (last && name !== undefined && last.path === path && last.name === name) last.facts.push(fact);
    else groups.push({ path, name, facts: [fact] });
  }
  return groups;
}

function valueRuns(fact: ReportFact, view: View): Line {
  const words = fact.bands
    ? bandsText(fact.bands)
    : isLand(fact)
      ? landText(fact.value, fact.unit)
      : valueWords(fact.value, fact.unit, view);
  return [
    wordsRun(words, words.length > maxStrong ? undefined : 'strong'),
    ...(fact.note ? [run(` (${sentence(fact.note, view).replace(/\.$/, '')})`, 'muted')] : []),
  ];
}

function groupLine({ name, facts }: Group, view: View): Line {
  const parts = facts.flatMap((fact, index): Line => {
    const own = name === undefined ? fact.label : fact.label.slice(name.length + 2);
    const next = facts[index + 1];
    const marked = !next || sourceKey(next) !== sourceKey(fact);
    const label = name === undefined ? `${own}: ` : `${index > 0 ? '; ' : ''}${lowered(own)} `;
    return [run(label, 'muted'), ...valueRuns(fact, view), ...(marked ? [view.marks.of(fact.citation)] : [])];
  });
  return name === undefined ? parts : [run(`${name}: `, 'muted'), ...parts];
}

/** Lists of rows: open where the report speaks of them, else folded under what they list. */
function tableBlocks(id: string, tables: readonly ReportTable[], view: View): Block[] {
  const blocks = tables.flatMap((table) => rowTable(table, view));
  if (blocks.length === 0 || view.isOpen(id)) return blocks;
  const named = tables.map(({ label, rows }) => `${lowered(label)} (${rows.length})`);
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
  return [
    folded(
      tables.length > maxNamed ? `${plural(rows, 'row')} of these ${tables.length} lists` : named.join(', '),
      blocks,
    ),
  ];
}

const tableKey = ({ columns, rows }: ReportTable) =>
  JSON.stringify([columns.map(({ key }) => key), rows.map(({ cells }) => cells)]);
const factKey = (fact: ReportFact) =>
  JSON.stringify([
    fact.label
      .slice(fact.label.lastIndexOf(': ') + 1)
      .trim()
      .toLowerCase(),
    fact.value,
    sourceKey(fact),
  ]);

interface Stated {
  readonly id: string;
  readonly facts: readonly ReportFact[];
  readonly tables?: readonly ReportTable[] | undefined;
}

/** The single values of a section in a short list, its lists of rows as tables; what an earlier section said is not said again. */
export function factBlocks({ id, facts, tables = [] }: Stated, view: View): Block[] {
  const keys = facts.map((fact) => ({ fact, key: factKey(fact) }));
  const fresh = keys
    .filter(({ fact, key }) => !view.said.has(key) && !inMatrix(fact, view) && !isDrawn(fact) && !isAgreement(fact))
    .map(({ fact }) => fact);
  const newTables = tables.filter((table) => sayOnce(view, tableKey(table)));
  for (const { key } of keys) view.said.add(key);
  const open = view.isOpen(id);
  const lined = newTables.map((table) => ({ table, line: open ? tableLine(table, view) : undefined }));
  const items: Cell[] = [
    ...groupsOf(fresh).map((group): Cell => [groupLine(group, view)]),
    ...lined.flatMap(({ line }): Cell[] => (line ? [[line]] : [])),
  ];
  const lists = lined.flatMap(({ table, line }) => (line ? [] : [table]));
  const brief = open || items.length > 2 ? [] : lists.map((table): Cell => [shortLine(table, view)]);
  if (items.length + lists.length === 0 && facts.length + tables.length > 0) {
    return [text('Stated above.', 'note')];
  }
  return [...list([...items, ...brief], { small: true }), ...tableBlocks(id, lists, view)];
}
