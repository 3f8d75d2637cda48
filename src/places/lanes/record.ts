import { pickFields } from '../../fields/table.ts';
import { distanceMeters } from '../../geometry/geo.ts';
import type { Citation } from '../../kernel/citation.ts';
import { defined } from '../../kernel/defined.ts';
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
  const { citation, from } = options;
  const type = words(row.fields.type);
  const title = words(row.fields.title) ?? type ?? `${source.name} record`;
  const far = from && row.point ? distanceMeters(from, row.point) : undefined;
  const isExact = source.locationPrecision === 'exact';
  return defined({
    id: `${source.cardId}:${row.recordId ?? cleanText(`${row.occurredAt ?? ''} ${title}`, 80)}`,
    category: source.category ?? ('service_request' as const),
    title: cleanText(title, 500),
    occurredAt: row.occurredAt,
    distanceMeters: far !== undefined && isExact ? Math.round(far) : undefined,
    distanceBucket: far !== undefined && !isExact ? distanceBucket(far) : undefined,
    locationPrecision: source.locationPrecision,
    status: words(row.fields.status),
    description: words(row.fields.description),
    tags: type && type !== title ? [type] : [],
    source: {
      sourceName: card.name,
      ...pickFields(row, 'recordId', 'recordUrl'),
      ...pickFields(citation, 'sourceUrl', 'fetchedAt', 'licenseNote'),
      ...(source.bias && { biasProfile: source.bias }),
    },
  });
}
