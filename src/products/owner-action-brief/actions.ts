import type { PartReading } from '../../answers/ask-tools.ts';
import type { VerifyNext } from '../../kernel/answer.ts';
import { addDays } from '../../kernel/time.ts';
import { verificationNotes } from '../../rules/cited-row.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { exemptCaution } from '../shared/exempt-parcel.ts';
import { ownerChecks } from './checks.ts';
import { datesIn } from './dates.ts';
import type { OwnerAction, OwnerActionFields } from './schema.ts';

const firstDay = '0000-01-01';
const reminderDays = [30, 7, 1];
const readHere = 'as its source stated it when it was read';

const meaningOf = (word: string | undefined): string =>
  Object.entries(verificationNotes).find(([known]) => known === word)?.[1] ?? readHere;

const confirmWith = (next: VerifyNext | undefined, { sourceName, sourceUrl }: OwnerAction['citation']): VerifyNext =>
  next ?? { action: 'Confirm the day on the page', with: sourceName, url: sourceUrl };

function actionsOf({ tool, answer }: PartReading, asOf: string, isExempt: boolean): readonly OwnerAction[] {
  const check = ownerChecks().find((one) => one.tool === tool);
  const days = check?.days && { ...check.days, words: check.action ?? check.days.words };
  const stated = datesIn(answer.facts, days, asOf, firstDay);
  return stated.flatMap(({ of: _of, citation: key, verification: word, ...action }) => {
    const cited = answer.citations[key];
    if (!cited) return [];
    const citation = sectionCitation(cited);
    const confirm = confirmWith(answer.verifyNext[0], citation);
    return [
      {
        verification: { ...(word && { word }), means: meaningOf(word), confirm },
        ...action,
        ...(isExempt && check?.isOfTaxed && { caution: exemptCaution }),
        reminders: reminderDays.map((before) => addDays(action.date, -before)).filter((day) => day >= asOf),
        tool,
        citation,
      },
    ];
  });
}

export interface ActionQuestion {
  /** YYYY-MM-DD. */
  readonly asOf: string;
  readonly withinDays: number;
  readonly noticeDate?: string | undefined;
  /** The parcel record calls the parcel exempt. */
  readonly isExempt: boolean;
}

/** The days that the answers state, in the order of the calendar, each once. Pure. */
export function ownerActions(
  readings: readonly PartReading[],
  { asOf, withinDays, noticeDate, isExempt }: ActionQuestion,
): Omit<OwnerActionFields, 'calendar' | 'items'> {
  const until = addDays(asOf, withinDays);
  const stated = readings
    .flatMap((reading) => actionsOf(reading, asOf, isExempt))
    .filter((one, at, all) => !all.slice(0, at).some(({ date, what }) => date === one.date && what === one.what))
    .sort((a, b) => a.date.localeCompare(b.date, 'en') || a.what.localeCompare(b.what, 'en'));
  return {
    asOf,
    until,
    ...(noticeDate && { noticeDate }),
    actions: stated.filter(({ date }) => date >= asOf && date <= until),
    passed: stated.filter(({ date }) => date < asOf),
    datesLeftOut: stated.filter(({ date }) => date > until).length,
  };
}
