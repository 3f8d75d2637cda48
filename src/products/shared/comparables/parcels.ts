import type { PartReading } from '../../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../../kernel/answer-builder.ts';
import { defined } from '../../../kernel/defined.ts';
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
import { sectionCitation } from '../compose/facts.ts';
import { buildingSize, type ParcelFields, type SameKind, sameKind, spreadOf, valuePerSize } from './select.ts';

type Cell = string | number | boolean | null;

export interface GridRow {
  readonly cells: Readonly<Record<string, unknown>>;
  readonly citation: SectionCitation;
}

export interface GridColumn {
  readonly key: string;
  readonly label: string;
  readonly unit?: string | undefined;
}

const maxText = 80;

const cellOf = (value: unknown): Cell =>
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
  { id, label, columns }: { readonly id: string; readonly label: string; readonly columns: readonly GridColumn[] },
  rows: readonly GridRow[],
  leftOut: number,
): ReportTable | undefined {
  const filled = columns.filter(({ key }) => rows.some(({ cells }) => cellOf(cells[key]) !== null));
  if (rows.length === 0 || filled.length === 0) return undefined;
  return {
    id,
    label,
    columns: filled.map(({ key, label: name, unit }) => ({ key, label: name, ...(unit && { unit }) })),
    rows: rows.map(({ cells, citation }) => ({ cells: filled.map(({ key }) => cellOf(cells[key])), citation })),
    leftOut,
  };
}

const listed = 10;
const limits = limitsOf('comparables.parcels');

export interface GridReading {
  readonly reading: PartReading;
  readonly tables: readonly ReportTable[];
}

/** Columns of a grid of parcels, with the units in which their source keeps them. */
export function parcelColumns(
  { source }: ConfiguredLane<'parcel'>,
  size: 'livingArea' | 'buildingArea',
): readonly GridColumn[] {
  const sizeUnit = unitOf(source, size);
  return [
    { key: 'siteAddress', label: 'Site address' },
    { key: 'parcelId', label: 'Parcel identifier' },
    { key: 'distance', label: 'Distance', unit: 'm' },
    { key: 'propertyClass', label: 'Property class' },
    { key: 'landUse', label: 'Land use' },
    { key: 'neighborhood', label: 'Neighborhood' },
    { key: 'yearBuilt', label: 'Year built' },
    { key: size, label: size === 'livingArea' ? 'Living area' : 'Building area', unit: sizeUnit },
    { key: 'lotArea', label: 'Lot area', unit: unitOf(source, 'lotArea') },
    { key: 'deedArea', label: 'Deed area', unit: unitOf(source, 'deedArea') },
    { key: 'landValue', label: 'Land value', unit: 'USD' },
    { key: 'buildingValue', label: 'Building value', unit: 'USD' },
    { key: 'totalValue', label: 'Total value', unit: 'USD' },
    { key: 'valuePerSize', label: 'Total value by size', ...(sizeUnit && { unit: `USD/${sizeUnit}` }) },
    { key: 'lastSaleDate', label: 'Last sale date' },
    { key: 'lastSalePrice', label: 'Last sale price', unit: 'USD' },
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
  const columns = [{ key: 'which', label: 'Parcel' }, ...parcelColumns(near.lane, sizeName(near))];
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
  const stated = (value: number, note: string) => ({ value, unit: perSize, note, citation });
  return {
    ...(own !== undefined && {
      valueBySize: stated(own, `total value divided by the size of the building, this parcel; ${kind}`),
    }),
    ...(spread && {
      lowestValueBySize: stated(spread.lowest, `of ${spread.count} parcels of the same class`),
      middleValueBySize: stated(spread.median, `median of ${spread.count} parcels of the same class`),
      highestValueBySize: stated(spread.highest, `of ${spread.count} parcels of the same class`),
    }),
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
    return { reading: { ...head, answer: answer.finish({ summary }) }, tables: [] };
  }
  const kind = sameKind(near);
  const area = `within ${near.radiusMeters} m of the point`;
  const grid = kind && gridOfParcels(near, kind);
  const lookup: Lookup<true> =
    kind && grid
      ? near.cut
        ? { state: 'partial', data: true, citation: near.citation, reason: near.cut }
        : { state: 'found', data: true, citation: near.citation }
      : { state: 'empty', citation: near.citation, reason: outcomeWords(near, kind) };
  const cited = answer.addLookup(lookup, { area, recordScope: 'tax parcels' });
  const citation = cited?.citation ?? '';
  const facts =
    kind && grid
      ? defined({
          sameClassAs: { value: kind.words, note: kindWords[kind.by], citation },
          parcelsOfSameClass: { value: kind.parcels.length, note: `of ${near.others.length} read ${area}`, citation },
          ...figuresOf(near, kind, citation),
        })
      : undefined;
  const { name, publisher, landingUrl } = near.lane.source;
  return {
    reading: {
      ...head,
      answer: answer.finish({
        summary: `${name}, ${area}: ${outcomeWords(near, kind)}.`,
        ...(facts && { facts }),
        limits: [...limits, ...valueKindLimit(near.lane.source), ...near.lane.source.limits.notes],
        verifyNext: [{ action: 'Read the records of the parcels that are listed', with: publisher, url: landingUrl }],
      }),
    },
    tables: grid ? [grid] : [],
  };
}
