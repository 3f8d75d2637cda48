import { z } from 'zod';

/** A text field as loose sources send it: absent, null or text. */
export const nullableText = z.string().nullish();

/** A field that the same source sends as text in one row and as a number in the next. */
export const textOrNumber = z.union([z.string(), z.number()]).nullish();
