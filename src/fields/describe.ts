import type { Field } from './field.ts';

const zeroIsMissing: ReadonlySet<string> = new Set(['year', 'money', 'area', 'length']);

function zeroText({ type, zero, missingValues = [] }: Field['row']): string | undefined {
  const isMissing = zero === undefined ? zeroIsMissing.has(type) : zero === 'missing';
  if (isMissing || missingValues.some((value) => value !== '' && Number(value) === 0)) return '0 means not stated';
  return zero === 'real' ? '0 is a value' : undefined;
}

function missingText({ missingValues = [] }: Field['row']): string | undefined {
  const other = missingValues.filter((value) => Number(value) !== 0);
  return other.length === 0 ? undefined : `${other.join(', ')}: not stated`;
}

function rangeText({ minimum, maximum }: Field['row']): string | undefined {
  if (minimum === undefined && maximum === undefined) return undefined;
  return maximum === undefined
    ? `at least ${minimum}`
    : minimum === undefined
      ? `at most ${maximum}`
      : `${minimum} to ${maximum}`;
}

/**
 * The row of a field table for people: the columns that are read (older spellings of one column behind "or"), and in one
 * clause each unit, what it means, what 0 and blanks are, whose clock, what is plausible.
 */
export function describeField(name: string, { row }: Field) {
  const dated = row.type === 'day' || row.type === 'month';
  const rules = [
    row.unit && `in ${row.unit}`,
    row.means,
    zeroText(row),
    missingText(row),
    dated && (row.zone === 'place' ? 'a moment becomes the day at the place' : "the publisher's own day"),
    row.type === 'day' && (row.future === 'real' ? 'may lie after today' : 'never after today'),
    rangeText(row),
    row.agrees && `has to fit ${row.agrees}`,
    row.legend && `${Object.keys(row.legend).length} codes with a legend`,
    row.required === true && 'a row without it is left out',
    row.otherwise !== undefined && `"${row.otherwise}" where nothing is stated`,
  ].filter((rule): rule is string => typeof rule === 'string');
  return {
    name,
    type: row.type,
    columns: row.columns.map((column) => [column].flat().join(' or ')).join(' + '),
    ...(row.title !== undefined && { title: row.title }),
    rules,
  };
}
