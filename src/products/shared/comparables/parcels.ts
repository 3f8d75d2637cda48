import type { PartReading } from '../../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../../kernel/answer-builder.ts';
import type { Lookup } from '../../../kernel/lookup.ts';
import { many } from '../../../kernel/nearby-shape.ts';
import type { PointSubject } from '../../../kernel/subject.ts';
import { cleanText, plainName } from '../../../kernel/text.ts';
import type { RouteName } from '../../../kernel/tool-names.ts';
import type { ParcelsNear } from '../../../places/lanes/parcels-near.ts';
import { type LaneRow, recordOfRow } from '../../../places/lanes/reader.ts';
import { valueKindLimit, valueKindNote } from '../../../places/lanes/value-kinds.ts';
import { meansOf, unitOf } from '../../../places/schema/lane-table.ts';
import type { ConfiguredLane } from '../../../places/schema/port.ts';
import type { ReportTable, SectionCitation } from '../../../reports/sections.ts';
import { limitsOf } from '../../../rules/limits.ts';
import { ownReading } from '../brief-route.ts';
import { type KeyedColumn, type KeyedRow, keyedTable } from '../compose/fact-tables.ts';
import { sectionCitation } from '../compose/facts.ts';
import { buildingSize, type ParcelFields, type SameKind, sameKind, spreadOf, valuePerSize } from './select.ts';

const maxText = 80;

const cellOf = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean'
    ? value
    : typeof value === 'string' && value !== ''
      ? cleanText(value, maxText)
      : null;

/** The citation of a list with the number and page of one of its rows. */
export const citedRow = (citation: SectionCitation, row: Parameters<typeof recordOfRow>[0]): SectionCitation => ({
  ...citation,
  ...recordOfRow(row),
});

/** A table with the columns that at least one row fills; undefined without rows. `leftOut`: further rows of the same kind. */
export function gridOf(
  head: Parameters<typeof keyedTable>[0],
  rows: readonly KeyedRow[],
  leftOut: number,
): ReportTable | undefined {
  const columns = head.columns.filter(([key]) => rows.some(({ cells }) => cellOf(cells[key]) !== null));
  const shown = rows.map(({ cells, citation }) => ({
    cells: Object.fromEntries(columns.map(([key]) => [key, cellOf(cells[key])])),
    citation,
  }));
  return columns.length > 0 ? keyedTable({ ...head, columns }, shown, leftOut) : undefined;
}

const listed = 10;

export interface GridReading {
  readonly reading: PartReading;
  readonly tables: readonly ReportTable[];
}

/** Columns of a grid of parcels, with the units in which their source keeps them. */
export function parcelColumns(
  { source }: ConfiguredLane<'parcel'>,
  size: 'livingArea' | 'buildingArea',
): readonly KeyedColumn[] {
  const sizeUnit = unitOf(source, size);
  return [
    ['siteAddress', 'Site address'],
    ['parcelId', 'Parcel identifier'],
    ['distance', 'Distance', 'm'],
    ['propertyClass', 'Property class'],
    ['landUse', 'Land use'],
    ['neighborhood', 'Neighborhood'],
    ['yearBuilt', 'Year built'],
    [size, size === 'livingArea' ? 'Living area' : 'Building area', sizeUnit],
    ['lotArea', 'Lot area', unitOf(source, 'lotArea')],
    ['deedArea', 'Deed area', unitOf(source, 'deedArea')],
    ['landValue', 'Land value', 'USD'],
    ['buildingValue', 'Building value', 'USD'],
    ['totalValue', 'Total value', 'USD'],
    ['valuePerSize', 'Total value by size', sizeUnit && `USD/${sizeUnit}`],
    ['lastSaleDate', 'Last sale date'],
    ['lastSalePrice', 'Last sale price', 'USD'],
  ];
}

/** {@link valuePerSize}, where the source says of which kind its values are. */
const comparableValue = ({ source }: ParcelsNear['lane'], fields: ParcelFields) =>
  meansOf(source, 'totalValue') === 'unknown' ? undefined : valuePerSize(fields);

const cellsOf = (
  lane: ParcelsNear['lane'],
  { fields }: LaneRow<'parcel'>,
  distance: number | undefined,
  which: string,
) => ({
  ...fields,
  parcelId: fields.parcelId ?? fields.accountId,
  distance,
  which,
  valuePerSize: comparableValue(lane, fields),
});

const sizeName = (near: ParcelsNear) =>
  [near.own, ...near.others.map(({ row }) => row)]
    .map(({ fields }) => buildingSize(fields)?.name)
    .find((name) => name === 'livingArea' || name === 'buildingArea') ?? 'livingArea';

function gridOfParcels(near: ParcelsNear, { parcels }: SameKind): ReportTable | undefined {
  const citation = sectionCitation(near.citation);
  const columns = [['which', 'Parcel'] as const, ...parcelColumns(near.lane, sizeName(near))];
  const own = { cells: cellsOf(near.lane, near.own, undefined, 'this parcel'), citation: citedRow(citation, near.own) };
  const shown = parcels.slice(0, listed).map(({ row, distanceMeters }) => ({
    cells: cellsOf(near.lane, row, distanceMeters, 'nearby'),
    citation: citedRow(citation, row),
  }));
  if (shown.length === 0) return undefined;
  const head = { id: 'comparable_parcels.grid', label: 'This parcel and parcels of the same class nearby', columns };
  return gridOf(head, [own, ...shown], parcels.length - shown.length);
}

function figuresOf(near: ParcelsNear, { parcels }: SameKind, citation: string) {
  const size = buildingSize(near.own.fields)?.name;
  const unit = size && unitOf(near.lane.source, size as 'livingArea');
  const own = comparableValue(near.lane, near.own.fields);
  const kind = valueKindNote(near.lane.source, 'totalValue');
  const all = parcels.flatMap(({ row }) =>
    buildingSize(row.fields)?.name === size ? (comparableValue(near.lane, row.fields) ?? []) : [],
  );
  const spread = spreadOf(all);
  const perSize = unit ? `USD/${unit}` : 'USD by size';
  const stated = (value: number | undefined, note: string) =>
    value === undefined ? undefined : { value, unit: perSize, note, citation };
  const of = `${spread?.count} parcels of the same class`;
  return {
    valueBySize: stated(own, `total value divided by the size of the building, this parcel; ${kind}`),
    lowestValueBySize: stated(spread?.lowest, `of ${of}`),
    middleValueBySize: stated(spread?.median, `median of ${of}`),
    highestValueBySize: stated(spread?.highest, `of ${of}`),
  };
}

const kindWords: Readonly<Record<SameKind['by'], string>> = { propertyClass: 'class', landUse: 'use' };

function outcomeWords(near: ParcelsNear, kind: SameKind | undefined): string {
  if (!kind) return 'the record of the parcel names no class and no use, so that no other is of the same';
  const words = plainName(kind.words);
  return `${many(kind.parcels.length, 'other parcel')} of the same ${kindWords[kind.by]}${words ? ` (${words})` : ''} among ${near.others.length} read`;
}

/**
 * The parcels of the same class around the parcel as facts of record, beside what is recorded of the parcel itself. No
 * opinion of any of them. Pure.
 */
export function comparableParcels(
  tool: RouteName,
  subject: PointSubject,
  near: ParcelsNear | Exclude<Lookup<never>, { citation: unknown }>,
): GridReading {
  const head = { id: 'comparable_parcels', tool, title: 'Parcels of the same class nearby', lane: 'parcel' as const };
  const answer = new AnswerBuilder(subject);
  if ('state' in near) {
    answer.addLookup(near, { area: 'around the parcel' });
    const summary = `Parcels around the parcel could not be set beside it: ${near.reason}`;
    return { reading: ownReading(head, answer, { summary }), tables: [] };
  }
  const kind = sameKind(near);
  const { cut, citation: source } = near;
  const area = `within ${near.radiusMeters} m of the point`;
  const grid = kind && gridOfParcels(near, kind);
  const lookup: Lookup<true> = !grid
    ? { state: 'empty', citation: source, reason: outcomeWords(near, kind) }
    : cut
      ? { state: 'partial', data: true, citation: source, reason: cut }
      : { state: 'found', data: true, citation: source };
  const cited = answer.addLookup(lookup, { area, recordScope: 'tax parcels' });
  const citation = cited?.citation ?? '';
  const { name, publisher, landingUrl, limits } = near.lane.source;
  return {
    reading: ownReading(head, answer, {
      summary: `${name}, ${area}: ${outcomeWords(near, kind)}.`,
      facts: kind &&
        grid && {
          sameClassAs: { value: kind.words, note: kindWords[kind.by], citation },
          parcelsOfSameClass: { value: kind.parcels.length, note: `of ${near.others.length} read ${area}`, citation },
          ...figuresOf(near, kind, citation),
        },
      limits: [...limitsOf('comparables.parcels'), ...valueKindLimit(near.lane.source), ...limits.notes],
      verifyNext: [{ action: 'Read the records of the parcels that are listed', with: publisher, url: landingUrl }],
    }),
    tables: grid ? [grid] : [],
  };
}
