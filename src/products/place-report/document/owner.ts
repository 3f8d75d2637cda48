import { type Block, type Cell, muted, quote, run, table, text } from '../../../reports/document.ts';
import { moment, webAddress } from '../../../reports/words.ts';
import type { View } from '../../shared/document/view.ts';
import type { PlaceReport } from '../schema/report.ts';

type PlaceFact = NonNullable<PlaceReport['placeFacts']>[number];

/** The assessor's owner of record, only where the given report carries it; stored and public copies do not. */
export function ownerBlocks(placeFacts: readonly PlaceFact[], view: Pick<View, 'zone'>): Block[] {
  const stated = placeFacts.flatMap(({ result }) => {
    const { ownerOfRecord: name, ownerOfRecordCitation: citation } = result.ownerOfRecord
      ? result
      : (result.parcel ?? {});
    return name ? [{ name, citation }] : [];
  });
  const [first] = stated;
  if (!first) return [];
  const { name, citation } = first;
  const source: Cell = citation
    ? [
        [run(citation.sourceName ?? new URL(citation.sourceUrl).host, undefined, webAddress(citation.sourceUrl))],
        ...(citation.recordId ? [muted(`Record ${citation.recordId}`)] : []),
        muted(`Read ${moment(citation.fetchedAt, view.zone)}`),
      ]
    : [muted('No source was given with it')];
  return [
    ...table(
      'Owner of record as the assessor states it',
      [name],
      [
        ['What', 28, () => 'Owner of record'],
        ['Value in the source', 37, (stated) => [[quote(stated)]]],
        ['Source and dates', 35, () => source],
      ],
      { quiet: true, together: 1 },
    ),
    text('Read live for this answer. Stored, public and shared copies leave it out.', 'note'),
  ];
}
