import type { ComponentReading } from './compose/material.ts';

/** One value of the parcel record among the answers of a brief; undefined where the record does not state it. */
export function parcelValue(readings: readonly ComponentReading[], field: string): string | number | undefined {
  const facts = readings.find(({ id }) => id === 'parcel_lookup')?.answer.facts ?? {};
  const stated = facts[field];
  const value = typeof stated === 'object' && stated !== null && 'value' in stated ? stated.value : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** The answer of one part by the name of its section. */
export const partOf = (readings: readonly ComponentReading[], id: string): ComponentReading | undefined =>
  readings.find((reading) => reading.id === id);
