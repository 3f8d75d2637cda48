import { readDataTable } from '../../kernel/data-file.ts';
import { once } from '../../kernel/memoize.ts';
import type { LaneSource } from '../schema/jurisdiction.ts';
import { meansOf, percentOf, rollValues } from '../schema/lane-table.ts';

const words = once(() => new Map(readDataTable('jurisdictions/value-kinds.csv').map((row) => [row.kind, row.says])));

/**
 * Which kind of value a source states under a name, as a sentence's clause: "assessed value, a fraction of market value:
 * 19 % (residential), 32 % (commercial)". Undefined for what is no value.
 */
export function valueKindNote(source: LaneSource, name: string): string | undefined {
  const says = words().get(meansOf(source, name) ?? '');
  const percent = percentOf(source, name);
  return says && percent ? `${says}: ${percent.replace(/\d+(?:\.\d+)?/g, '$& %')}` : says;
}

/** Whether a note of {@link valueKindNote} says that a value is the full one by law, so that its level is 100 percent. */
export const isFullByLaw = (note: string | undefined): boolean =>
  note !== undefined && note === words().get('assessed');

/** The kind of the values that facts of one source have; undefined where they have none. */
export const valueKindIn = (source: LaneSource, facts: object): string | undefined =>
  rollValues.flatMap((name) => (name in facts ? (meansOf(source, name) ?? []) : [])).at(0);

/** The same as a limit of a table of values; none where the source states none. */
export function valueKindLimit(source: LaneSource): readonly string[] {
  const [kind] = rollValues.flatMap((name) => (name in source.fields ? (valueKindNote(source, name) ?? []) : []));
  return kind === undefined ? [] : [`Values of ${source.name}: ${kind}.`];
}
