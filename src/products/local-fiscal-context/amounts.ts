import type { FinanceEdition } from '../../mirror/queries/government-finances.ts';
import type { ReportTable, SectionCitation } from '../../reports/sections.ts';
import { type FinanceGroup, type FinanceLine, financeLines, lineOfItem } from '../../rules/finance-lines.ts';

interface LineAmount {
  readonly usd: number;
  readonly imputedUsd: number;
}

/** What an edition adds up to, line by line; a line of which the file has no amount is absent, which is not zero. */
export type EditionLines = ReadonlyMap<FinanceLine, LineAmount>;

/** Adds the amounts of an edition up by line. Pure. */
export function linesOf({ amounts }: FinanceEdition): EditionLines {
  const lines = new Map<FinanceLine, LineAmount>();
  for (const { item, usd, isImputed } of amounts) {
    const line = lineOfItem(item);
    if (!line) continue;
    const known = lines.get(line) ?? { usd: 0, imputedUsd: 0 };
    lines.set(line, { usd: known.usd + usd, imputedUsd: known.imputedUsd + (isImputed ? Math.abs(usd) : 0) });
  }
  return lines;
}

/** The groups of which an edition has an amount. */
export const groupsOf = (lines: EditionLines): ReadonlySet<FinanceGroup> =>
  new Set([...lines.keys()].map(({ group }) => group));

const share = (part: number, whole: number) => Number(((part / whole) * 100).toFixed(1));

/** Imputed part of the money of a year in the lines that are reported, in percent; undefined where there is none. */
export function imputedPercent(lines: EditionLines): number | undefined {
  const flows = [...lines].filter(([{ kind }]) => kind === 'flow').map(([, amount]) => amount);
  const whole = flows.reduce((sum, { usd }) => sum + Math.abs(usd), 0);
  const part = flows.reduce((sum, { imputedUsd }) => sum + imputedUsd, 0);
  return whole === 0 ? undefined : share(part, whole);
}

/** For whom a government's amounts are divided: residents, or students of a school district, by the file's own count. */
export function headsOf({ unit }: FinanceEdition): { readonly count: number; readonly word: string } | undefined {
  if (unit.population !== undefined) return { count: unit.population, word: 'resident' };
  return unit.enrollment === undefined ? undefined : { count: unit.enrollment, word: 'student' };
}

/** Item codes of a line as a reader finds them in the file: all of a letter where the last two characters are any. */
const codesOf = ({ codes }: FinanceLine) => codes.map((code) => code.replaceAll('?', '')).join(', ');

/**
 * Amounts by line, the newest edition first with what it is for each resident and how much of it is imputed, the others
 * beside it. Undefined where no line has an amount. Pure.
 */
export function amountsTable(
  id: string,
  editions: readonly FinanceEdition[],
  citation: SectionCitation,
): ReportTable | undefined {
  const [newest, ...others] = editions;
  if (!newest) return undefined;
  const heads = headsOf(newest);
  const [own = new Map(), ...further] = editions.map(linesOf);
  const rows = financeLines().flatMap((line) => {
    const amount = (lines: EditionLines) => lines.get(line)?.usd ?? null;
    const first = own.get(line);
    const cells = [
      `${line.title} (${codesOf(line)})`,
      amount(own),
      ...(heads ? [first ? Math.round(first.usd / heads.count) : null] : []),
      first && first.usd !== 0 ? share(first.imputedUsd, Math.abs(first.usd)) : null,
      ...further.map(amount),
    ];
    return editions.some((_, at) => [own, ...further][at]?.has(line)) ? [{ cells, citation }] : [];
  });
  if (rows.length === 0) return undefined;
  return {
    id,
    label: 'Amounts by line, with the item codes of the file',
    columns: [
      { key: 'line', label: 'Line (item codes)' },
      { key: `usd${newest.year}`, label: newest.year, unit: 'USD' },
      ...(heads
        ? [{ key: `per_${heads.word}_${newest.year}`, label: `${newest.year} per ${heads.word}`, unit: 'USD' }]
        : []),
      { key: `imputed_${newest.year}`, label: `${newest.year} imputed`, unit: 'percent' },
      ...others.map(({ year }) => ({ key: `usd${year}`, label: year, unit: 'USD' })),
    ],
    rows,
    leftOut: 0,
  };
}
