import { z } from 'zod';
import { valueKinds } from '../../schema/lane-fields.ts';
import { seenCells } from '../seen-cells.ts';

const optional = z.string();
/** A column of the publisher; a qualified one where the layer is a join. */
export const column = z.string().regex(/^(?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)?$/);
/** Columns that are read one after the other, divided by blanks. */
export const columns = z.string().regex(/^(?:[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?: |$))*$/);
const codes = z.string().regex(/^(?:\d{5}(?: |$))*$/);

/** One line of data/layers/parcels.csv: a published parcel layer and how its columns are called. An empty cell is unknown. */
export const layerCells = z.strictObject({
  geoid: z.string().regex(/^(?:\d{2}|\d{5}|\d{7})$/),
  level: z.enum(['state', 'county', 'place']),
  state: z.string().regex(/^[A-Z]{2}$/),
  name: z.string().min(1),
  counties: codes,
  /** 1 is queried first. */
  rank: z.string().regex(/^\d$/),
  platform: z.literal('arcgis'),
  url: z.string().regex(/^https:\/\/[^/]+\/.+\/(?:Feature|Map)Server\/\d+$/),
  parcel_id: column.min(1),
  /** Columns that make a number unique in the layer, where `parcel_id` is unique in a town or a county only. */
  record_id: columns.default(''),
  site_address: column,
  house_number: columns,
  street: columns,
  city: column,
  use_code: column,
  use_text: column,
  year_built: column,
  land_value: column,
  building_value: column,
  total_value: column,
  /** Of all three: columns of another kind are left out. */
  value_kind: z.enum(['', ...valueKinds]).default(''),
  value_percent: optional.default(''),
  /** Who says so: a law, a note, or the name of the column alone. */
  value_seen_in: optional.default(''),
  lot_area: column,
  lot_area_unit: z.enum(['', 'acre', 'ft2']),
  last_sale_date: column,
  last_sale_price: column,
  /** The office's own code for what kind of sale it was. */
  sale_code: column.default(''),
  deed_date: column.default(''),
  deed_date_means: z.enum(['', 'deed', 'recorded', 'transferred']).default(''),
  record_year: column,
  /** Condition that keeps the rows of the place, where the layer holds more. */
  where: optional,
  coverage: z.enum(['complete', 'partial', 'unknown']),
  missing_counties: codes,
  reach_meters: z.string().regex(/^\d{0,3}$/),
  license: optional,
  commercial_use: z.enum(['yes', 'no', 'disputed', 'unknown']),
  website: z.string().regex(/^(?:https:\/\/\S+)?$/),
  flags: optional,
  ...seenCells,
});

export type LayerColumns = z.infer<typeof layerCells>;
export const layerColumns = Object.keys(layerCells.shape) as readonly (keyof LayerColumns)[];
/** A line before it is checked. */
export type LayerCells = Partial<Record<keyof LayerColumns, string>> &
  Readonly<Record<'geoid' | 'rank' | 'url', string>>;
