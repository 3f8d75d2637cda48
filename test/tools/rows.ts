import type { Answer } from '../../src/kernel/answer.ts';
import { openService } from '../harness.ts';

type Row = Readonly<Record<string, unknown>>;
type Change = (rows: readonly Row[]) => readonly Row[];

/** Each row again and again, so many rows in all; `own` gives each what tells it from the others. */
export const repeated =
  (count: number, own: (index: number) => Row): Change =>
  (rows) =>
    rows.length === 0
      ? []
      : Array.from({ length: count }, (_, index) => ({ ...rows[index % rows.length], ...own(index) }));

/** Every row with these columns besides, or in place of, its own. */
export const withColumns =
  (columns: Row): Change =>
  (rows) =>
    rows.map((row) => ({ ...row, ...columns }));

/** The rows of an answer changed, whichever way its platform wraps them: Esri features, an array, or one list under a name. */
function changeRows(body: unknown, change: Change): unknown {
  if (Array.isArray(body)) return change(body as readonly Row[]);
  if (typeof body !== 'object' || body === null) return body;
  const { features } = body as { features?: readonly { attributes: Row }[] };
  if (features) {
    const rows = change(features.map(({ attributes }) => attributes));
    return { ...body, features: rows.map((attributes, at) => ({ ...features[at % features.length], attributes })) };
  }
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value));
  const changed = lists.map(([name, rows]) => [name, change(rows as readonly Row[])]);
  return { ...body, ...Object.fromEntries(changed) };
}

/** One call in a service of its own, without mirrored data, where the rows of some fake sources are changed. */
export async function askWithRows(
  changes: Readonly<Record<string, Change>>,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const service = await openService({ mirrors: false });
  try {
    for (const [card, change] of Object.entries(changes))
      service.upstreams.rewrite(card, (body) => changeRows(body, change));
    return await service.call(name, args);
  } finally {
    await service.close();
  }
}

/** One list of an answer's facts; no row where the answer has none. */
export const listOf = (facts: Answer['facts'], name: string) => (facts?.[name] ?? []) as readonly Row[];
