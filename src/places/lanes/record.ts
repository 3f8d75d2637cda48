import { distanceMeters } from '../../geometry/geo.ts';
import type { Citation } from '../../kernel/citation.ts';
import type { PlaceRecord } from '../../kernel/record.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { cleanText } from '../../kernel/text.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import type { LaneRow } from './reader.ts';

// a block is about 200 m long: nothing finer is known of what lies in it
const buckets = [250, 500, 1000, 2000, 5000] as const;

/** Distance as a range, for records that are known to their block only. */
function distanceBucket(meters: number): string {
  const upper = buckets.find((bound) => meters <= bound);
  if (upper === undefined) return `over ${buckets[buckets.length - 1]} m`;
  return `within ${upper} m`;
}

const words = (value: unknown) => (value === undefined ? undefined : cleanText(String(value)));

/**
 * A lane's row as the published Record. A record that is known to its block carries a distance range instead of a
 * distance in meters. The source states what it measures where the registry entry says so.
 */
export function toRecord(
  row: LaneRow,
  configured: ConfiguredLane,
  options: { readonly citation: Citation; readonly from?: GeoPoint },
): PlaceRecord {
  const { source, card } = configured;
  const { citation } = options;
  const title = words(row.fields.title) ?? words(row.fields.type) ?? `${source.name} record`;
  const far = options.from && row.point ? distanceMeters(options.from, row.point) : undefined;
  const description = words(row.fields.description);
  const status = words(row.fields.status);
  const type = words(row.fields.type);
  return {
    id: `${source.cardId}:${row.recordId ?? cleanText(`${row.occurredAt ?? ''} ${title}`, 80)}`,
    category: source.category ?? 'service_request',
    title: cleanText(title, 500),
    ...(row.occurredAt && { occurredAt: row.occurredAt }),
    ...(far !== undefined &&
      (source.locationPrecision === 'exact'
        ? { distanceMeters: Math.round(far) }
        : { distanceBucket: distanceBucket(far) })),
    locationPrecision: source.locationPrecision,
    ...(status && { status }),
    ...(description && { description }),
    tags: type && type !== title ? [type] : [],
    source: {
      sourceName: card.name,
      sourceUrl: citation.sourceUrl,
      ...(row.recordId && { recordId: row.recordId }),
      ...(row.recordUrl && { recordUrl: row.recordUrl }),
      fetchedAt: citation.fetchedAt,
      ...(citation.licenseNote && { licenseNote: citation.licenseNote }),
      ...(source.bias && { biasProfile: source.bias }),
    },
  };
}
