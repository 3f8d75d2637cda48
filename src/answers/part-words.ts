import { isFields } from '../kernel/fields.ts';
import { usd } from '../kernel/money.ts';
import { spokenName } from '../kernel/text.ts';
import { listOf, text } from '../rules/cells.ts';

/** What a part says in a few words: clauses with paths into its facts in braces, `=` before one to a word of this service. */
export const partWords = listOf(text).default([]);

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

function withUnit(value: unknown, unit: unknown, isOurs: boolean): string | undefined {
  if (typeof value === 'string') return isOurs ? value || undefined : spokenName(value);
  if (typeof value !== 'number') return undefined;
  if (unit === 'USD') return usd(value);
  if (unit === 'USD per month' || unit === 'USD per year') return `${usd(value)} a ${unit.slice(8)}`;
  if (unit === 'percent') return `${number(value)}%`;
  return typeof unit === 'string' && unit !== 'index' ? `${number(value)} ${unit}` : String(value);
}

/** The value at a path of facts, with its unit: "rents.twoBedrooms", "zones.0.zone"; undefined where it is not stated. */
function valueAt(facts: unknown, written: string): string | undefined {
  const isOurs = written.startsWith('=');
  const path = isOurs ? written.slice(1) : written;
  let [at, unit]: unknown[] = [facts, undefined];
  for (const name of path.split('.')) {
    unit = isFields(at) ? at.unit : undefined;
    at = Array.isArray(at) ? (at as unknown[])[Number(name)] : isFields(at) ? at[name] : undefined;
  }
  return isFields(at) ? withUnit(at.value, at.unit, isOurs) : withUnit(at, unit, isOurs);
}

/** The clauses of which the facts state every value. */
export const saidWith = (clauses: readonly string[], facts: unknown): readonly string[] =>
  clauses.flatMap((clause) => {
    const missing = [...clause.matchAll(/\{(=?[\w.]+)\}/g)].some(([, path = '']) => valueAt(facts, path) === undefined);
    return missing ? [] : clause.replace(/\{(=?[\w.]+)\}/g, (_, path: string) => valueAt(facts, path) ?? '');
  });
