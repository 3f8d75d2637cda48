import { list, run, section, text } from '../../reports/document.ts';
import { webAddress } from '../../reports/words.ts';
import { formOf } from '../shared/document/brief.ts';
import { factBlocks } from '../shared/document/facts.ts';
import { visualBlocks } from '../shared/document/pictures.ts';
import { entryBlocks } from '../shared/document/records.ts';
import { packetFields } from './compose.ts';

export const packetForm = formOf(packetFields, (given, view) => {
  const { subjectFacts, onParcel, onParcelSearched, zoningText } = given;
  const title = 'Records of the parcel';
  return [
    ...section('subject', 'The property in short', factBlocks({ id: 'subject', facts: subjectFacts }, view)),
    ...section('aerial', 'Aerial image', visualBlocks(given, view)),
    ...section('on-parcel', title, [
      ...entryBlocks({ entries: onParcel, complete: true, leftOut: 0, title }, view),
      ...(onParcelSearched.length > 0
        ? [text(`Queried by its number or address: ${onParcelSearched.join(', ')}.`, 'note')]
        : []),
    ]),
    ...section(
      'zoning-text',
      'Where the text of the district is published',
      list(zoningText.map(({ name, url }) => [[run(name, undefined, webAddress(url))]])),
    ),
  ];
});
