import { item, list, section, text } from '../../reports/document.ts';
import { valueText } from '../../reports/values.ts';
import { formOf } from '../shared/document/brief.ts';
import { sizeWords } from '../shared/rents/cells.ts';
import { rangeBlock, rentTable } from '../shared/rents/page.ts';
import { publishedRentsField, rentalSchema } from './schema.ts';

export const publishedRentsForm = formOf(publishedRentsField, ({ publishedRents: rents }, view) =>
  rents
    ? section('published-rents', `Published rents for ${sizeWords(rents.bedroomCount)}`, [
        ...(rents.range ? [rangeBlock(rents.range)] : []),
        ...rentTable(rents.comparables, view),
      ])
    : [],
);

export const rentalTermsForm = formOf({ callerTerms: rentalSchema.shape.callerTerms }, ({ callerTerms: given }) => {
  if (!given) return [];
  const { bedrooms, monthlyRentUsd: rent, rentalType } = given;
  return section('terms', 'Terms that the caller gave', [
    ...list([
      ...item('Unit', bedrooms === undefined ? undefined : sizeWords(bedrooms)),
      ...item('Rent', rent === undefined ? undefined : valueText(rent, 'USD per month')),
      ...item('Rental', rentalType === undefined ? undefined : rentalType.replace('_', ' ')),
    ]),
    text(`They are ${given.use}.`, 'note'),
  ]);
});
