import { dateOf } from '../../../fields/dates.ts';
import { numberOf } from '../../../fields/numbers.ts';
import { textOf } from '../../../kernel/text.ts';

/** What the values of one column in a few rows look like; shares are of the values that are there, 0 to 1. */
export interface Content {
  /** Values that are there; 0 where the column was not requested. */
  readonly filled: number;
  readonly share: number;
  readonly distinct: number;
  readonly identifiers: number;
  /** Identifiers that are no amounts: with a letter or a mark, or of many digits. */
  readonly codes: number;
  readonly streetLines: number;
  readonly streetNames: number;
  readonly houseNumbers: number;
  readonly years: number;
  readonly amounts: number;
  readonly dates: number;
  readonly words: number;
  /** Whole numbers that go up by one from row to row: the number of a row. */
  readonly counts: boolean;
  readonly postBoxes: number;
  readonly example: string | undefined;
}

const postBox = /\bP\.?\s*O\.?\s*(?:BOX|DRAWER)\b/i;
const guid = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i;
const streetLine = /^\d+[A-Z]?(?:[-/ ]\d+)*\s+(?:\S+\s+)*[A-Z]{2,}/i;
const identifier = /^(?=.*\d.*\d.*\d)[A-Z0-9][A-Z0-9 .\-/_]{3,39}$/i;

const isYear = (value: string) => /^(?:0|1[6-9]\d\d|20[0-4]\d)(?:\.0+)?$/.test(value);
const isAmount = (value: string) => /^\$?-?[\d,]+(?:\.\d+)?$/.test(value);
const isIdentifier = (value: string) =>
  identifier.test(value) && !guid.test(value) && !streetLine.test(value) && !/^\d+\.\d*[1-9]\d*$/.test(value);

function goesUpByOne(values: readonly string[]): boolean {
  const numbers = values.map(Number);
  if (numbers.length < 3 || !numbers.every((number) => Number.isInteger(number) && number < 1e7)) return false;
  return numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1);
}

/** Looks at the values of a column over the rows of a sample. */
export function contentOf(column: string, rows: readonly Readonly<Record<string, unknown>>[]): Content {
  const raw = rows.map((row) => row[column]);
  const values = raw.map((value) => textOf(value)?.trim() ?? '').filter((value) => value !== '');
  const share = (is: (value: string) => boolean) =>
    values.length === 0 ? 0 : values.filter((value) => is(value)).length / values.length;
  return {
    filled: values.length,
    share: rows.length === 0 ? 0 : values.length / rows.length,
    distinct: values.length === 0 ? 0 : new Set(values).size / values.length,
    identifiers: share(isIdentifier),
    codes: share((value) => isIdentifier(value) && (!isAmount(value) || /^\d{8,}$/.test(value))),
    streetLines: share((value) => streetLine.test(value)),
    streetNames: share((value) => /[A-Z]{2}/i.test(value) && !streetLine.test(value)),
    houseNumbers: share((value) => /^\d{1,6}(?:\.0)?[A-Z]?$/i.test(value)),
    years: share(isYear),
    amounts: share((value) => isAmount(value) && numberOf(value) !== undefined),
    dates: raw.filter((value) => dateOf(value) !== undefined).length / Math.max(1, values.length),
    words: share((value) => /[A-Z]{3}/i.test(value)),
    counts: goesUpByOne(values),
    postBoxes: share((value) => postBox.test(value)),
    example: values[0]?.slice(0, 40),
  };
}
