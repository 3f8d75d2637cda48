import type { Subject } from '../kernel/subject.ts';
import { displayName } from '../kernel/text.ts';

/** The city of a subject as a person writes it: geocoders shout ("RALEIGH"). Undefined where it may not be spoken. */
export function cityName(subject: Subject): string | undefined {
  const name = displayName(subject.placeName);
  if (!name || name !== name.toUpperCase()) return name;
  return name.toLowerCase().replace(/(^|[\s'-])\p{L}/gu, (letter) => letter.toUpperCase());
}
