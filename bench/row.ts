/** One measured figure. `bar` is a ceiling or a floor that it is held against; ratios name their base of the same run. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bar?: { readonly at: number; readonly is: 'ceiling' | 'floor' };
  readonly base?: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints rows and says which miss their bar. Returns whether all hold. */
export function report(rows: readonly BenchRow[]): boolean {
  let all = true;
  for (const { name, value, unit, bar, base } of rows) {
    const holds = !bar || (bar.is === 'ceiling' ? value <= bar.at : value >= bar.at);
    all &&= holds;
    const held = bar ? `${holds ? 'holds' : 'MISSES'} ${bar.is} ${bar.at}` : '';
    console.log(
      `${name.padEnd(52)} ${String(Number(value.toPrecision(4))).padStart(10)} ${unit.padEnd(8)} ${held}${base ? ` (base: ${base})` : ''}`,
    );
  }
  return all;
}
