import type { Fields } from '../../kernel/fields.ts';
import { many } from '../../kernel/nearby-shape.ts';
import { spokenName } from '../../kernel/text.ts';
import { rentalRegisterKind } from '../../places/schema/rental-registers.ts';
import type { FindingRule, FindingStatus } from '../finding.ts';
import { citationsOf, groupOf, nameIn, present, rowsOf, statedIn, textIn } from '../reading.ts';
import { type KnownPermit, meaningSentence } from '../status-words.ts';

const squareFeetPerAcre = 43_560;
const number = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined);

/** Share by which mapped and deeded area may differ before both are queried: deeds round. */
const areaTolerance = 0.05;

function squareFeet(area: Fields): number | undefined {
  const value = number(area.value);
  if (value === undefined) return undefined;
  return area.unit === 'ft2' ? value : area.unit === 'acre' ? value * squareFeetPerAcre : undefined;
}

/** Several tax accounts on one parcel, and two areas that do not agree. */
const parcel: FindingRule = {
  needs: 'svc_parcel_lookup',
  kind: 'record',
  find({ answer }) {
    const parcelId = String(statedIn(answer, 'parcelId') ?? '');
    const accounts = statedIn(answer, 'accounts');
    const [lot, deed] = [groupOf(answer, 'lotArea'), groupOf(answer, 'deedArea')];
    const [mapped, deeded] = [squareFeet(lot), squareFeet(deed)];
    const differ =
      mapped !== undefined &&
      deeded !== undefined &&
      Math.abs(mapped - deeded) > areaTolerance * Math.max(mapped, deeded);
    return [
      Array.isArray(accounts) &&
        accounts.length > 1 && {
          key: 'accounts',
          headline: 'Several tax accounts on the parcel',
          where: 'on_parcel' as const,
          question: 'Which of the tax accounts on this parcel is the subject?',
          sentence: `Parcel ${parcelId} carries several tax accounts: ${accounts.join(', ')}.`,
          evidenceNeeded: ['The tax account or unit number in the deed, listing or lease'],
          recordIds: present(parcelId, ...accounts.map(String)),
          citations: citationsOf(answer, groupOf(answer, 'accounts')),
        },
      differ && {
        key: 'area_conflict',
        headline: 'Mapped and deeded area differ',
        where: 'on_parcel' as const,
        question: 'Which area of the parcel holds: the mapped one or that of the deed?',
        sentence: `The record of parcel ${parcelId} states a mapped area of ${String(lot.value)} ${String(lot.unit)} and a deed area of ${String(deed.value)} ${String(deed.unit)}. Both are shown.`,
        evidenceNeeded: ['The recorded plat or a boundary survey'],
        recordIds: present(parcelId),
        citations: citationsOf(answer, lot, deed),
      },
    ];
  },
};

/** Resolved only by a word whose published meaning is that the final step is recorded; never by its sound. */
const statusOf = (known: KnownPermit): FindingStatus =>
  known?.reading === 'closed' ? 'resolved_with_evidence' : 'open';

function permitQuestion(called: string, known: KnownPermit): string {
  if (known?.reading === 'closed') return `Was ${called} closed with its department?`;
  if (known?.reading === 'ended') return `What became of the work under ${called}?`;
  return `Is the work under ${called} finished, inspected and closed?`;
}

/** What the record itself says: its kind of work, its status word and its dates, and what the word is published to mean. */
function permitBasis(permit: Fields, word: string, known: KnownPermit): string {
  const [issued, expires] = [textIn(permit, 'issuedOn'), textIn(permit, 'expiresOn')];
  const dates = present(issued && `issued ${issued}`, expires && `expires ${expires}`);
  const what = textIn(permit, 'type') ?? textIn(permit, 'work');
  const stated = [word ? `the status "${word}"` : 'no status', ...dates].join('; ');
  return `The permit record${what ? ` (${what})` : ''} gives ${stated}.${meaningSentence(word, known)}`;
}

/** Each permit of the parcel by the publisher's own status word, and by what that word is published to mean. */
const permits: FindingRule = {
  needs: 'svc_metro_permits',
  kind: 'permits',
  find: ({ answer }, words) =>
    rowsOf(answer, 'permits').map((permit, index) => {
      const word = textIn(permit, 'status') ?? '';
      const citations = citationsOf(answer, permit);
      const known = words.permits(citations[0]?.sourceName ?? '', word);
      const status = statusOf(known);
      const id = textIn(permit, 'permitNumber');
      const called = nameIn(permit, 'permitNumber');
      const done = status === 'resolved_with_evidence';
      return {
        key: id ?? `permit_${index + 1}`,
        status,
        headline: `Permit ${called ?? 'without a number'}: ${word ? `status ${spokenName(word) ?? 'in its record'}` : 'no status'}`,
        where: 'on_parcel' as const,
        question: permitQuestion(called ? `permit ${called}` : 'this permit', known),
        sentence: permitBasis(permit, word, known),
        evidenceNeeded: done
          ? []
          : ['The permit file with its inspections', 'The final approval or its written absence'],
        recordIds: present(id, textIn(permit, 'parcelId')),
        citations: known ? [...citations, known.page] : citations,
        ...(done && { resolvedBy: citations }),
      };
    }),
};

/** A mapped district does not answer for a use: the zoning office does. */
const zoning: FindingRule = {
  needs: 'svc_zoning',
  kind: 'record',
  asks: true,
  find({ answer }) {
    const districts = rowsOf(answer, 'districts');
    const overlays = rowsOf(answer, 'overlays');
    const named = present(...districts.map((row) => nameIn(row, 'code') ?? nameIn(row, 'label')));
    if (named.length === 0) return undefined;
    const over = present(...overlays.map((row) => nameIn(row, 'label') ?? nameIn(row, 'code')));
    const cases = present(...districts.map((row) => textIn(row, 'case')));
    const split = named.length > 1;
    return {
      key: 'district',
      headline: `Zoned ${named.join(', ')}`,
      where: 'on_parcel' as const,
      status: 'awaiting_authority',
      question: `Is the intended use allowed in ${split ? 'districts' : 'district'} ${named.join(', ')}, and with which conditions?`,
      sentence: `The zoning map shows ${named.join(', ')}${over.length > 0 ? `, with ${over.join(', ')} over it` : ''}${cases.length > 0 ? `; zoning case ${cases.join(', ')} applies to it` : ''}.`,
      evidenceNeeded: [
        'A zoning verification letter for the stated use',
        ...cases.map((id) => `The text of zoning case ${id} and its conditions`),
      ],
      recordIds: cases,
      citations: citationsOf(answer, ...districts, ...overlays),
    };
  },
};

/** Entries of a rental register that ended, and a register of rented homes that has none for the building. */
const rentalRegister: FindingRule = {
  needs: 'svc_rental_registration_check',
  kind: 'registrations',
  find({ answer }) {
    const shared = {
      where: 'in_building' as const,
      evidenceNeeded: ['The certificate or number of the registration in force'],
    };
    const ask = answer.verifyNext[0];
    const next = {
      with: 'housing or licensing department',
      ...ask,
      action: 'Ask whether a registration is in force for the building',
    };
    const register = answer.searched.find(
      ({ state, recordScope }) => state === 'empty' && rentalRegisterKind(recordScope) === 'long-term registration',
    );
    const ended = rowsOf(answer, 'entries').filter((row) => Number(row.endedDaysAgo) > 0);
    return [
      ...ended.map((row, index) => {
        const id = textIn(row, 'registrationId');
        const called = nameIn(row, 'registrationId') ?? 'without a number';
        return {
          ...shared,
          key: `ended_${id ?? index + 1}`,
          headline: `Rental register: entry ${called} ended on ${textIn(row, 'endsOn')}`,
          sentence: `The register (${textIn(row, 'recordScope')}) gives ${textIn(row, 'endsOn')} as the end of entry ${called}, ${many(Number(row.endedDaysAgo), 'day')} ago.`,
          question: 'Was the registration renewed, or is another one in force?',
          recordIds: present(id),
          citations: citationsOf(answer, row),
          next,
        };
      }),
      answer.state === 'empty' &&
        register && {
          ...shared,
          key: 'no_entry',
          headline: `No entry in ${register.source}`,
          sentence: `${register.source} has no entry for the building; it says nothing of a building that is not let.`,
          question: 'Is the building let, and under which registration?',
          citations: Object.values(answer.citations).slice(0, 1),
          next,
        },
    ];
  },
};

export const premisesRules = { parcel, permits, zoning, rentalRegister };
