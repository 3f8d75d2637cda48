import { dateOf } from '../../fields/dates.ts';

/** Days on which the agencies' feeds behind these rows were taken up, as a citation's source date. */
export function feedDates(rows: readonly { readonly attributes: Readonly<Record<string, unknown>> }[]): {
  readonly sourceDate?: string;
} {
  const days = [...new Set(rows.flatMap(({ attributes }) => dateOf(attributes.download_date) ?? []))].sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return {};
  return { sourceDate: first === last ? `feeds of ${first}` : `feeds of ${first} to ${last}` };
}
