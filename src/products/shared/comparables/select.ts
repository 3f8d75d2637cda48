import type { NearParcel, ParcelsNear } from '../../../places/lanes/parcels-near.ts';
import type { LaneField } from '../../../places/schema/jurisdiction.ts';
import type { LaneFields } from '../../../places/schema/lane-table.ts';

type ParcelField = LaneField<'parcel'>;
export type ParcelFields = LaneFields<'parcel'>;

/** The words of a record by which parcels are of one kind, the first that the record of the parcel has. */
const kinds = ['propertyClass', 'landUse'] as const satisfies readonly ParcelField[];
export type KindField = (typeof kinds)[number];

export interface SameKind {
  readonly by: KindField;
  readonly words: string;
  /** In the neighborhood that the office draws first, then the nearest. */
  readonly parcels: readonly NearParcel[];
}

const fold = (value: unknown) =>
  String(value ?? '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();

const sameText = (a: unknown, b: unknown) => fold(a) !== '' && fold(a) === fold(b);

/**
 * The parcels around that the record puts into the same class, or where it has none, the same use. Nothing else selects
 * them: neither their value nor their size. Undefined where the record of the parcel has no such word. Pure.
 */
export function sameKind({ own, others }: Pick<ParcelsNear, 'own' | 'others'>): SameKind | undefined {
  const by = kinds.find((name) => fold(own.fields[name]) !== '');
  if (!by) return undefined;
  const { neighborhood } = own.fields;
  const parcels = others.filter(({ row }) => sameText(row.fields[by], own.fields[by]));
  const isNear = ({ row }: NearParcel) => sameText(row.fields.neighborhood, neighborhood);
  return {
    by,
    words: String(own.fields[by]),
    parcels: [...parcels.filter(isNear), ...parcels.filter((one) => !isNear(one))],
  };
}

const numberIn = (fields: ParcelFields, name: ParcelField) => {
  const value = fields[name];
  return typeof value === 'number' && value > 0 ? value : undefined;
};

/** The size of a building that a record states, by the name under which it does. */
export const buildingSize = (
  fields: ParcelFields,
): { readonly name: ParcelField; readonly value: number } | undefined =>
  (['livingArea', 'buildingArea'] as const)
    .map((name) => ({ name, value: numberIn(fields, name) }))
    .find((one): one is { name: 'livingArea' | 'buildingArea'; value: number } => one.value !== undefined);

/** The recorded value of a parcel divided by the recorded size of its building; undefined where the record lacks one. */
export function valuePerSize(fields: ParcelFields): number | undefined {
  const [value, size] = [numberIn(fields, 'totalValue'), buildingSize(fields)?.value];
  return value === undefined || size === undefined ? undefined : Math.round((value / size) * 100) / 100;
}

/** Fewer figures than this are listed and not summed up. */
const leastFigures = 5;

/** The spread of figures, each rounded to so many decimals; undefined where there are fewer than `least`. Pure. */
export function spreadOf(figures: readonly number[], least = leastFigures, decimals = 2) {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? 0;
  const rounded = (value: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;
  const middle = (sorted.length - 1) / 2;
  if (sorted.length < least) return undefined;
  return {
    count: sorted.length,
    lowest: rounded(at(0)),
    median: rounded((at(Math.floor(middle)) + at(Math.ceil(middle))) / 2),
    highest: rounded(at(sorted.length - 1)),
  };
}
