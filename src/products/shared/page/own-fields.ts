import {
  type Block,
  type Cell,
  list,
  plain,
  type ReportDocument,
  run,
  type Section,
  section,
  table,
  text,
} from '../../../reports/document.ts';
import { ReportFactSchema, type ReportTable, SectionCitationSchema } from '../../../reports/sections.ts';
import { valueText } from '../../../reports/values.ts';
import { readable, shown, sourceLine, withoutCodes } from '../../../reports/words.ts';
import { tableOf } from '../compose/fact-tables.ts';
import { labelOf, wordsOf } from '../compose/labels.ts';
import { type Fields, isCitationKey, isFields, isPlain, statedOf } from '../compose/phrases.ts';
import { cellText, factTable, rowTable } from './tables.ts';

const titles: Readonly<Record<string, string>> = {
  callerTerms: 'Terms that the caller gave',
  callerFigures: 'Figures that the caller gave',
};

const mostRows = 60;
const noSource = { sourceName: '-', sourceUrl: 'https://example.org/', fetchedAt: '' };

const citationIn = ({ citation }: Fields) => SectionCitationSchema.safeParse(citation).data;

/** A row that holds a whole fact says what the fact says, and the other fields of the row. */
function flat(given: Fields): Fields {
  const row = Object.fromEntries(Object.entries(given).filter(([key]) => !forMachines.has(key)));
  const whole = Object.entries(row).find(([, value]) => ReportFactSchema.safeParse(value).success);
  if (!whole) return row;
  const [key, value] = whole;
  const { label, value: says, unit, citation } = ReportFactSchema.parse(value);
  const { [key]: _fact, ...rest } = row;
  return { what: label, stated: valueText(says, unit), ...rest, citation };
}

const withoutSource = ({ label, columns, rows }: ReportTable): Block[] =>
  table(
    label,
    rows,
    columns.map(({ label: title, key, unit }, at) => [
      title,
      key === 'further' ? 2 : 1,
      ({ cells }) => shown(cellText(cells[at], unit)),
    ]),
    { named: true },
  );

/** Rows that hold rows themselves: each under its own name, with its source. */
function nestedBlocks(id: string, rows: readonly Fields[]): Block[] {
  return rows.flatMap((row, at): Block[] => {
    const { title, label, name, ...rest } = row;
    const called = [title, label, name].find((one) => typeof one === 'string');
    const fields = Object.fromEntries(Object.entries(rest).filter(([key]) => !forMachines.has(key)));
    const citation = citationIn(row);
    const source = citation ? [run('  ', 'muted'), ...sourceLine(citation)] : [];
    return [
      text([run(typeof called === 'string' ? called : `${at + 1}.`, 'strong'), ...source]),
      ...groupBlocks(`${id}.${at}`, fields),
    ];
  });
}

function rowBlocks(id: string, label: string, given: readonly Fields[]): Block[] {
  if (given.some((row) => Object.entries(row).some(([key, value]) => !forMachines.has(key) && isRows(value))))
    return nestedBlocks(id, given);
  const facts = given.flatMap((row) => ReportFactSchema.safeParse(row).data ?? []);
  if (facts.length === given.length) return factTable(facts, label);
  const rows = given.map(flat);
  const found = tableOf(id, label, rows, (row) => citationIn(row) ?? noSource, { rows: mostRows });
  if (!found) return [];
  return rows.every(citationIn) ? rowTable(found) : withoutSource(found);
}

function lineOf(key: string, value: unknown): Cell[] {
  const one = statedOf(key, value);
  if (!one) return [];
  return [[[run(`${labelOf(key).label}: `, 'muted'), run(readable(withoutCodes(valueText(one.value, one.unit))))]]];
}

/** Names of this service's own: for machines, and nothing to a reader. */
const forMachines: ReadonlySet<string> = new Set(['id', 'lane', 'tool', 'citations']);

const isRows = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields);

/** A group of fields: its values as lines, then its lists of rows as tables. */
function groupBlocks(id: string, fields: Fields): Block[] {
  const entries = Object.entries(fields).filter(([key]) => !isCitationKey(key) && !forMachines.has(key));
  const holdsRows = (value: unknown) => isRows(value) || (isFields(value) && Object.values(value).some(isRows));
  return [
    ...list(entries.flatMap(([key, value]) => (holdsRows(value) ? [] : lineOf(key, value)))),
    ...entries.flatMap(([key, value]): Block[] => {
      if (isRows(value)) return rowBlocks(`${id}.${key}`, wordsOf(key), value);
      return isFields(value) && holdsRows(value) ? groupBlocks(`${id}.${key}`, value) : [];
    }),
  ];
}

const quiet = (block: Block): Block => (block.kind === 'table' ? { ...block, quiet: true } : block);

function blocksOf(key: string, value: unknown): Block[] {
  // the heading of the section says what a single table is
  if (isRows(value)) return rowBlocks(key, wordsOf(key), value).map(quiet);
  if (Array.isArray(value))
    return list(value.filter(isPlain).map((one): Cell => [plain(readable(shown(valueText(one))))]));
  return isFields(value) ? groupBlocks(key, value) : [];
}

/** The single values among fields, each as a line. */
export const ownValues = (fields: Fields): ReportDocument['meta'] =>
  Object.entries(fields).flatMap(([key, value]) => {
    const one = isPlain(value) ? statedOf(key, value) : undefined;
    return one ? [{ label: labelOf(key).label, line: plain(readable(shown(valueText(one.value, one.unit)))) }] : [];
  });

/** Fields that a body has besides those of every body of its shape, but single values: each under its name. */
export const ownSections = (fields: Fields): Section[] =>
  Object.entries(fields).flatMap(([key, value]) =>
    isPlain(value) ? [] : section(key, titles[key] ?? wordsOf(key), blocksOf(key, value)),
  );
