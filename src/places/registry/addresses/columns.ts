import { z } from 'zod';
import { column, columns } from '../layers/columns.ts';
import { seenCells } from '../seen-cells.ts';

const optional = z.string();
/**
 * One line of data/layers/address-points.csv: a published layer with a point per address and how its columns are called.
 * An empty cell is unknown. The street line is in `line`, or in `number` and `street`; `number` beside `line` is queried by.
 */
export const addressCells = z
  .strictObject({
    geoid: z.string().regex(/^(?:\d{2}|\d{5}|\d{7})$/),
    level: z.enum(['state', 'county', 'place']),
    state: z.string().regex(/^[A-Z]{2}$/),
    name: z.string().min(1),
    url: z.string().regex(/^https:\/\/[^/]+\/.+\/(?:Feature|Map)Server\/\d+$/),
    line: column,
    number_prefix: column,
    /** The house number alone. */
    number: column,
    number_suffix: column,
    street: columns,
    unit: columns,
    city: column,
    postcode: column,
    /** `part`: of its area the layer holds some places only. */
    part: z.enum(['', 'part']).default(''),
    license: optional,
    website: z.string().regex(/^(?:https:\/\/\S+)?$/),
    ...seenCells,
  })
  .refine(({ line, number, street }) => line !== '' || (number !== '' && street !== ''), {
    message: 'neither a street line nor a number with a street',
  });

export type AddressColumns = z.infer<typeof addressCells>;
export const addressColumns = Object.keys(addressCells.shape) as readonly (keyof AddressColumns)[];
