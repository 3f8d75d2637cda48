import { z } from 'zod';
import type { ContextPart } from '../../answers/context-parts.ts';
import { textOf } from '../../kernel/text.ts';
import { dayMs } from '../../kernel/time.ts';
import { ToolNameSchema } from '../../kernel/tool-names.ts';
import { listOf, numeric, optionalText, text } from '../../rules/cells.ts';
import { tableFile } from '../../rules/table-file.ts';

const checkPlaces = ['county', 'state', 'programs', 'aid', 'permits', 'around', 'point', 'place'] as const;
export type CheckPlace = (typeof checkPlaces)[number];

interface DayList {
  readonly list: string;
  readonly date: string;
  readonly what: string;
  readonly words: string;
}

/** A check that an owner repeats: the free tool that answers it, and where its days to come are. */
export interface Check extends ContextPart {
  readonly check: string;
  readonly changes: string;
  readonly place: CheckPlace;
  readonly days?: DayList;
  /** What an owner does on such a day. */
  readonly action?: string;
  readonly isOfTaxed: boolean;
}

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

/** The first citation key inside a part's facts. */
export function citationIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(citationIn).find((key) => key !== undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  const { citation, ...rest } = value as Record<string, unknown>;
  return typeof citation === 'string' ? citation : citationIn(Object.values(rest));
}

/** The first word inside a part's facts on how far its row is checked. */
export function verificationIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(verificationIn).find((word) => word !== undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  const { verification, ...rest } = value as Record<string, unknown>;
  if (typeof verification === 'string') return verification;
  const stated = (verification as { value?: unknown } | undefined)?.value;
  return typeof stated === 'string' ? stated : verificationIn(Object.values(rest));
}

/**
 * Days that a part's facts state where its check says that they stand: days to come, or those on and after `from`.
 * `today`, `from` and the days are YYYY-MM-DD.
 */
export function datesIn(found: unknown, days: DayList | undefined, today: string, from = today) {
  const list = days && (found as Record<string, unknown> | undefined)?.[days.list];
  if (!days || !Array.isArray(list)) return [];
  return (list as Record<string, unknown>[]).flatMap((entry) => {
    const [date, what, citation] = [entry[days.date], textOf(entry[days.what], 80), entry.citation];
    if (typeof date !== 'string' || typeof citation !== 'string' || date < from) return [];
    const verification = verificationIn(entry) ?? verificationIn(found);
    return [
      {
        date,
        daysFromToday: Math.round((Date.parse(date) - Date.parse(today)) / dayMs),
        what: what ? `${days.words}, ${what}` : days.words,
        of: days.words,
        ...(verification && { verification }),
        citation,
      },
    ];
  });
}
