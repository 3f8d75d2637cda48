import { z } from 'zod';
import { numeric, optionalText, text } from '../../rules/cells.ts';
import { tableFile } from '../../rules/table-file.ts';

const yes = z.literal('yes').exactOptional();

export const parcelFields = tableFile('parcel-fields', {
  field: text,
  /** With what an owner can hold its value. */
  holdAgainst: optionalText,
  /** Two sources that differ in it are a conflict. */
  compared: yes,
  ofBuilding: yes,
  /** Its place among the facts that say what a property is. */
  inShort: numeric(z.int().min(1)).exactOptional(),
});
