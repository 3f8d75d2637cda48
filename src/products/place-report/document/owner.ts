import { type Block, type Cell, muted, plain, quote, run, table, text } from '../../../reports/document.ts';
import { moment, webAddress } from '../../../reports/words.ts';
import type { PlaceReport } from '../schema/report.ts';
import type { ReportView } from './view.ts';

type PlaceFact = NonNullable<PlaceReport['placeFacts']>[number];

/** The assessor's owner of record, only where the given report carries it; stored and public copies do not. */
export function ownerBlocks(placeFacts: readonly PlaceFact[], view: Pick<ReportView, 'zone'>): Block[] {
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
      { What: 28, 'Value in the source': 37, 'Source and dates': 35 },
      [{ rows: [[[plain('Owner of record')], [[quote(name)]]]], shared: source }],
      { quiet: true },
    ),
    text('Read live for this answer. Stored, public and shared copies leave it out.', 'note'),
  ];
}
