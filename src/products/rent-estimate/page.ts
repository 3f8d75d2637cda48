import { type Block, muted, run, section, text } from '../../reports/document.ts';
import { valueText } from '../../reports/values.ts';
import { formOf } from '../shared/document/brief.ts';
import type { View } from '../shared/document/view.ts';
import { dollars, rangeBlock, rentTable } from '../shared/rents/page.ts';
import { type RentFields, rentFields } from './schema.ts';

function licensedBlock(given: RentFields['licensedReference'], view: View): Block {
  const { state, reason, amountUsd, rangeLowUsd, rangeHighUsd, citation } = given;
  const words =
    amountUsd !== undefined && rangeLowUsd !== undefined && rangeHighUsd !== undefined
      ? `A licensed provider's own model, beside the published figures and no part of them: ${dollars(amountUsd)} a month (${dollars(rangeLowUsd)} to ${dollars(rangeHighUsd)}).`
      : `No licensed provider's own model stands beside them: ${reason ?? state.replaceAll('_', ' ')}.`;
  return text([run(words, 'muted'), ...(citation ? [view.marks.of(citation)] : [])], 'note');
}

const givenWords = ({ bathroomCount, areaSquareFeet, propertyType }: RentFields['asked']): string =>
  [
    bathroomCount === undefined ? undefined : `${bathroomCount} bathrooms`,
    areaSquareFeet === undefined ? undefined : valueText(areaSquareFeet, 'ft2'),
    propertyType?.replaceAll('_', ' '),
  ]
    .filter(Boolean)
    .join(', ');

export const rentForm = formOf(rentFields, ({ asked, estimate, comparables, licensedReference }, view) =>
  section('estimate', 'From the lowest to the highest published figure', [
    rangeBlock(estimate),
    ...rentTable(comparables, view),
    ...(asked.notUsed.length > 0 ? [text(muted(`Given and not used: ${givenWords(asked)}.`), 'note')] : []),
    licensedBlock(licensedReference, view),
  ]),
);
