import { z } from 'zod';
import type { ContextPart } from '../../answers/context-parts.ts';
import { ToolNameSchema } from '../../kernel/tool-names.ts';
import { listOf, numeric, optionalText, text } from '../../rules/cells.ts';
import { tableFile } from '../../rules/table-file.ts';

/** As what a check takes the place. */
const checkPlaces = ['county', 'state', 'programs', 'aid', 'permits', 'around', 'point', 'place'] as const;
export type CheckPlace = (typeof checkPlaces)[number];

/** Where the days of an answer are, and what happens on them. */
export interface DayList {
  readonly list: string;
  readonly date: string;
  readonly what: string;
  readonly words: string;
}

/** A check that an owner repeats: the free tool that answers it, and where its days to come are. */
export interface Check extends ContextPart {
  readonly check: string;
  /** When what it reads changes. */
  readonly changes: string;
  readonly place: CheckPlace;
  readonly days?: DayList;
  /** What an owner does on such a day. */
  readonly action?: string;
  /** The day is one of taxed property. */
  readonly isOfTaxed: boolean;
}

/** The checks in the order in which a digest has them. */
export const ownerChecks = tableFile(
  'owner-checks',
  {
    check: text,
    tool: ToolNameSchema,
    label: text,
    changes: text,
    place: z.enum(checkPlaces),
    keep: listOf(text),
    entries: numeric(z.int().min(1)).exactOptional(),
    list: optionalText,
    date: optionalText,
    what: optionalText,
    words: optionalText,
    action: optionalText,
    ofTaxed: z.literal('yes').exactOptional(),
  },
  ({ list, date, what, words, ofTaxed, ...cells }): Check => ({
    ...cells,
    ...(list && date && what && words && { days: { list, date, what, words } }),
    isOfTaxed: ofTaxed === 'yes',
  }),
);
