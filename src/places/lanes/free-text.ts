import { loadRedactor } from '../../privacy/redact.ts';
import type { LaneSource } from '../schema/jurisdiction.ts';
import { fieldsOfLane } from '../schema/lane-fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** How persons are taken out of the free text of a source's rows; the names are loaded only where it has such a field. */
export async function freeTextCleaner({ lane, fields }: LaneSource): Promise<(values: Values) => Values> {
  const free = Object.keys(fields).filter((name) => fieldsOfLane(lane)[name]?.freeText);
  if (free.length === 0) return (values) => values;
  const { redact } = await loadRedactor();
  return (values) => {
    const cleaned = free.flatMap((name) => {
      const value = values[name];
      return typeof value === 'string' ? [[name, redact(value)] as const] : [];
    });
    return { ...values, ...Object.fromEntries(cleaned) };
  };
}
