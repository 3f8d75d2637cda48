import {
  citationsOf,
  groupOf,
  type ItemRule,
  meaningSentence,
  type PermitWords,
  present,
  rowsOf,
  statedIn,
  textIn,
} from './reading.ts';
import type { FollowUpItem, ItemCitation } from './schema.ts';

type Row = Readonly<Record<string, unknown>>;

const squareFeetPerAcre = 43_560;
const number = (value: unknown) => (typeof value === 'number' && value > 0 ? value : undefined);

/** Share by which mapped and deeded area may differ before both are queried: deeds round. */
const areaTolerance = 0.05;

function squareFeet(area: Row): number | undefined {
  const value = number(area.value);
  if (value === undefined) return undefined;
  return area.unit === 'ft2' ? value : area.unit === 'acre' ? value * squareFeetPerAcre : undefined;
}

/** Several tax accounts on one parcel, and two areas that do not agree. */
export const parcelItems: ItemRule = ({ answer }) => {
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
        place: { over: true },
        question: 'Which of the tax accounts on this parcel is the subject?',
        factualBasis: `Parcel ${parcelId} carries several tax accounts: ${accounts.join(', ')}.`,
        evidenceNeeded: ['The tax account or unit number in the deed, listing or lease'],
        recordIds: present(parcelId, ...accounts.map(String)),
        citations: citationsOf(answer, groupOf(answer, 'accounts')),
      },
    differ && {
      key: 'area_conflict',
      headline: 'Mapped and deeded area differ',
      place: { over: true },
      question: 'Which area of the parcel holds: the mapped one or that of the deed?',
      factualBasis: `The record of parcel ${parcelId} states a mapped area of ${String(lot.value)} ${String(lot.unit)} and a deed area of ${String(deed.value)} ${String(deed.unit)}. Both are kept.`,
      evidenceNeeded: ['The recorded plat or a boundary survey'],
      recordIds: present(parcelId),
      citations: citationsOf(answer, lot, deed),
    },
  ];
};

type KnownPermit = ReturnType<PermitWords>;

/** Resolved only by a word whose published meaning is that the final step is recorded; never by its sound. */
const statusOf = (known: KnownPermit): FollowUpItem['status'] =>
  known?.reading === 'closed' ? 'resolved_with_evidence' : 'open';

function permitQuestion(called: string, known: KnownPermit): string {
  if (known?.reading === 'closed') return `Was ${called} closed with its department?`;
  if (known?.reading === 'ended') return `What became of the work under ${called}?`;
  return `Is the work under ${called} finished, inspected and closed?`;
}

/** What the record itself says: its kind of work, its status word and its dates, and what the word is published to mean. */
function permitBasis(permit: Row, word: string, known: KnownPermit): string {
  const [issued, expires] = [textIn(permit, 'issuedOn'), textIn(permit, 'expiresOn')];
  const dates = present(issued && `issued ${issued}`, expires && `expires ${expires}`);
  const what = textIn(permit, 'type') ?? textIn(permit, 'work');
  const stated = [word ? `the status "${word}"` : 'no status', ...dates].join('; ');
  return `The permit record${what ? ` (${what})` : ''} gives ${stated}.${meaningSentence(word, known)}`;
}

const resolutionOf = (citations: readonly ItemCitation[], id: string | undefined) =>
  citations.map(({ sourceUrl, fetchedAt }) => ({
    sourceUrl,
    observedAt: fetchedAt ?? '',
    ...(id && { recordId: id }),
  }));

/** Each permit of the parcel by the publisher's own status word, and by what that word is published to mean. */
export const permitItems =
  (meaningOf: PermitWords): ItemRule =>
  ({ answer }) =>
    rowsOf(answer, 'permits').map((permit, index) => {
      const word = textIn(permit, 'status') ?? '';
      const citations = citationsOf(answer, permit);
      const known = meaningOf(citations[0]?.sourceName ?? '', word);
      const status = statusOf(known);
      const id = textIn(permit, 'permitNumber');
      const done = status === 'resolved_with_evidence';
      return {
        key: id ?? `permit_${index + 1}`,
        status,
        question: permitQuestion(id ? `permit ${id}` : 'this permit', known),
        factualBasis: permitBasis(permit, word, known),
        evidenceNeeded: done
          ? []
          : ['The permit file with its inspections', 'The final approval or its written absence'],
        recordIds: present(id, textIn(permit, 'parcelId')),
        citations: known ? [...citations, known.page] : citations,
        ...(done && { resolutionEvidence: resolutionOf(citations, id) }),
      };
    });

/** A mapped district does not answer for a use: the zoning office does. */
export const zoningItems: ItemRule = ({ answer }) => {
  const districts = rowsOf(answer, 'districts');
  const overlays = rowsOf(answer, 'overlays');
  const named = present(...districts.map((row) => textIn(row, 'code') ?? textIn(row, 'label')));
  if (named.length === 0) return undefined;
  const over = present(...overlays.map((row) => textIn(row, 'label') ?? textIn(row, 'code')));
  const cases = present(...districts.map((row) => textIn(row, 'case')));
  const split = named.length > 1;
  return {
    key: 'district',
    status: 'awaiting_authority',
    question: `Is the intended use allowed in ${split ? 'districts' : 'district'} ${named.join(', ')}, and with which conditions?`,
    factualBasis: `The zoning map shows ${named.join(', ')}${over.length > 0 ? `, with ${over.join(', ')} over it` : ''}${cases.length > 0 ? `; zoning case ${cases.join(', ')} applies to it` : ''}.`,
    evidenceNeeded: [
      'A zoning verification letter for the stated use',
      ...cases.map((id) => `The text of zoning case ${id} and its conditions`),
    ],
    recordIds: cases,
    citations: citationsOf(answer, ...districts, ...overlays),
  };
};
