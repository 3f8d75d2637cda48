import type { LaneSource } from '../schema/jurisdiction.ts';
import { entryColumns, type FieldEntry } from '../schema/lane-table.ts';

type Fallback = NonNullable<LaneSource['query']['fallbacks']>[number];

/** A source as it is without some of its columns: what reads them or asks by them is gone. */
export function sourceWithout(source: LaneSource, { without, keyParts }: Fallback): LaneSource {
  const folded = new Set(without.map((column) => column.toLowerCase()));
  const lost = (column: string | undefined) => column !== undefined && folded.has(column.toLowerCase());
  const fields = Object.fromEntries(
    Object.entries<FieldEntry>(source.fields).filter(([, entry]) => !entryColumns(entry).some(lost)),
  );
  const {
    key,
    keyParts: parts,
    radius,
    polygon,
    addressField,
    addressParts,
    dateField,
    order,
    fallbacks: _,
    ...query
  } = source.query;
  // a layer lies where its shapes lie; tables have a column of positions, or two
  const placed =
    source.platform === 'arcgis' ||
    (radius?.column ? !lost(radius.column) : 'latitude' in fields && 'longitude' in fields);
  const partsLeft = keyParts ?? (parts?.some(({ field }) => lost(field)) ? undefined : parts);
  return {
    ...source,
    fields,
    query: {
      ...query,
      ...(key && !lost(key.field) && { key }),
      ...(partsLeft && { keyParts: partsLeft }),
      ...(radius && placed && { radius }),
      ...(polygon && !lost(polygon) && { polygon }),
      ...(addressField && !lost(addressField) && { addressField }),
      ...(addressParts && !Object.values(addressParts).some(lost) && { addressParts }),
      ...(dateField && !lost(dateField) && { dateField }),
      ...(order && !without.some((column) => order.includes(column)) && { order }),
    },
  };
}
