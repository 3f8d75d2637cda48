import tzLookup from '@photostructure/tz-lookup';
import type { GeoPoint } from '../kernel/subject.ts';

/** IANA name of the time zone of a point; undefined for what is no point. */
export function timeZoneAt({ latitude, longitude }: GeoPoint): string | undefined {
  try {
    return tzLookup(latitude, longitude);
  } catch {
    return undefined;
  }
}
