import { loadRedactor } from '../../privacy/redact.ts';
import type { LaneSource } from '../schema/jurisdiction.ts';
import { type FreeTextField, freeTextFields, properNameLanes } from '../schema/lane-fields.ts';

/** Takes persons out of the values of a lane's free-text fields; every other value stays as it is. */
export type CleanValue = <V>(field: string, value: V) => V | string;

const isFree = (field: string): field is FreeTextField => (freeTextFields as readonly string[]).includes(field);

/** How the values of one source are cleaned; the names are loaded only where the source maps a free-text field. */
export async function cleanValuesOf(source: LaneSource): Promise<CleanValue> {
  const hasFreeText = !properNameLanes.includes(source.lane) && Object.keys(source.fields).some(isFree);
  if (!hasFreeText) return (_field, value) => value;
  const { redact } = await loadRedactor();
  return (field, value) => (typeof value === 'string' && isFree(field) ? redact(value) : value);
}
