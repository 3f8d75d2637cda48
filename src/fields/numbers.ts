const fillerNumbers: ReadonlySet<number> = new Set([-9999, -999, -999_999, -666_666_666, 253_392_451_200_000]);
const fillerTexts: ReadonlySet<string> = new Set(['', '.', '*', 'null', 'na', 'n/a']);

/** The beginning of a text that is no filler, whatever follows; it decides for most values. */
const plainBeginning = /^[A-MO-Za-mo-z0-9]/;
const plainNumber = /^-?\d{1,15}(?:\.\d+)?$/;

/** The value, or undefined where the publisher's filler means "not stated" (-9999, -666666666, ".", "*", "N/A" …). */
export function present<T>(value: T): NonNullable<T> | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number' && (!Number.isFinite(value) || fillerNumbers.has(value))) return undefined;
  if (typeof value === 'string' && !plainBeginning.test(value)) {
    const text = value.trim();
    if (fillerTexts.has(text.toLowerCase()) || /^-(?:9999|999|999999|666666666)(?:\.0+)?$/.test(text)) return undefined;
  }
  return value;
}

/**
 * A finite number out of a number or numeric text: "1,234.50", "+38.9", "$123,456", "(1,200)" (negative), "25%".
 * Undefined for fillers and anything else.
 */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'string' && plainNumber.test(value)) return present(Number(value));
  const stated = present(value);
  if (typeof stated === 'number') return stated;
  if (typeof stated !== 'string') return undefined;
  const text = stated.replace(/[,\s$%]/g, '');
  const negative = /^\((.+)\)$/.exec(text)?.[1];
  const plain = negative === undefined ? text : `-${negative}`;
  if (!/^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return undefined;
  return present(Number(plain));
}
