import { z } from 'zod';
import { type Seen, witnesses } from '../../kernel/seen.ts';

/** Cells of a table of layers that say who saw the layer answer, when, and where that is stated. */
export const seenCells = {
  seen_by: z.enum(witnesses),
  seen_on: z.string().regex(/^\d{4}(?:-\d{2}){0,2}$/),
  seen_in: z.string().min(1),
};

type SeenCells = { readonly [K in keyof typeof seenCells]: z.infer<(typeof seenCells)[K]> };

/** The cells of a line as one record. */
export const seenOfLine = ({ seen_by: by, seen_on: on, seen_in: note }: SeenCells): Seen => ({ by, on, note });
