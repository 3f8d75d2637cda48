import type { PartReading } from '../../answers/ask-tools.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { Subject } from '../../kernel/subject.ts';
import { hasAnswered } from '../shared/brief.ts';
import { type BriefItemDraft, draftsOf, itemsOf } from '../shared/brief-items.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { legislationItems, taxDateItems } from '../shared/follow-up/items-context.ts';
import { floodItems } from '../shared/follow-up/items-land.ts';
import { parcelItems } from '../shared/follow-up/items-premises.ts';
import { rowsOf, textIn } from '../shared/follow-up/reading.ts';
import { type OnParcelReading, onParcelItems } from '../shared/on-parcel/readings.ts';
import { partOf } from '../shared/parcel-record.ts';

const rules = {
  svc_parcel_lookup: [parcelItems],
  svc_flood_zone: [floodItems],
  svc_local_legislation: [legislationItems],
  svc_tax_calendar: [taxDateItems],
} as const;

function endedRegistrations(readings: readonly PartReading[]): readonly BriefItemDraft[] {
  const register = partOf(readings, 'rental_registration_check');
  if (!register) return [];
  const ended = rowsOf(register.answer, 'entries').filter((row) => Number(row.endedDaysAgo) > 0);
  return ended.map((row, index): BriefItemDraft => {
    const id = textIn(row, 'registrationId');
    const citation = register.answer.citations[textIn(row, 'citation') ?? ''];
    const [next] = register.answer.verifyNext;
    return {
      id: `rental_registration_check.ended_${id ?? index + 1}`,
      finding: `The register (${textIn(row, 'recordScope')}) gives ${textIn(row, 'endsOn')} as the end of entry ${id ?? 'without a number'}, ${many(Number(row.endedDaysAgo), 'day')} ago.`,
      where: 'on_site',
      topic: 'parcel',
      question: 'Was the registration renewed, or is another one in force?',
      evidenceNeeded: ['The certificate or number of the registration in force'],
      recordIds: id ? [id] : [],
      next: {
        action: 'Ask whether a registration is in force for the building',
        with: next?.with ?? 'housing or licensing department',
        ...(next?.url && { url: next.url }),
      },
      citations: citation ? [sectionCitation(citation)] : [],
    };
  });
}

/** What stands out before a signature: the parcel's own records first, then what maps and registers leave open. */
export const signingItems = (
  readings: readonly PartReading[],
  own: OnParcelReading | undefined,
  subject: Subject,
): ReturnType<typeof itemsOf> =>
  itemsOf([
    ...onParcelItems(subject, own?.entries ?? []),
    ...endedRegistrations(readings),
    ...draftsOf(readings, rules),
  ]);

/** The brief in one sentence: what the parcel's own registers hold, and how much of it stands out. */
export function signingLead(own: OnParcelReading | undefined, items: ReturnType<typeof itemsOf>): string | undefined {
  if (!own) return undefined;
  const queried = own.readings.filter(({ answer }) => answer.state !== 'unresolved');
  const heard = queried.filter(hasAnswered).length;
  const count = items.standsOut.length + (items.standsOutLeftOut ?? 0);
  const of = heard < queried.length ? ` that answered of ${queried.length}` : '';
  const held =
    queried.length > 0
      ? `${many(own.entries.length, 'record')} of the parcel itself in ${many(heard, 'register')}${of}`
      : 'no register here could be queried for the parcel itself';
  return `${held.charAt(0).toUpperCase()}${held.slice(1)}; ${many(count, 'thing')} ${count === 1 ? 'stands' : 'stand'} out.`;
}
