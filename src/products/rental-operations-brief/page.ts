import { section } from '../../reports/document.ts';
import { formOf } from '../shared/page/brief.ts';
import { sizeWords } from '../shared/rents/cells.ts';
import { rangeBlock, rentTable } from '../shared/rents/page.ts';
import { publishedRentsField } from './schema.ts';

export const publishedRentsForm = formOf(publishedRentsField, ({ publishedRents: rents }) =>
  rents
    ? section('published-rents', `Published rents for ${sizeWords(rents.bedroomCount)}`, [
        ...(rents.range ? [rangeBlock(rents.range)] : []),
        ...rentTable(rents.comparables),
      ])
    : [],
);
