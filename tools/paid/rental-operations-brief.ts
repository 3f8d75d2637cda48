import { definePaid } from '../../src/catalog/define.ts';
import { address, inputObject } from '../../src/catalog/inputs.ts';
import { recordFindings } from '../../src/findings/records.ts';
import { readPublishedRents, readTenancy, rentalParts } from '../../src/products/rental-operations-brief/gather.ts';
import {
  publishedRentsOf,
  type RentalTerms,
  rentalKind,
  rentalSchema,
  rentalSlug,
  rentalTerms,
  termsOf,
} from '../../src/products/rental-operations-brief/schema.ts';
import { leastGroups } from '../../src/products/shared/brief-parts.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { briefWithLicensed } from '../../src/products/shared/licensed/brief.ts';
import { givesOfPlace } from '../../src/products/shared/place-subjects.ts';
import { rangeSentence } from '../../src/products/shared/rents/cells.ts';

const bedroomsCaveat =
  'The number of bedrooms was not given; with `bedrooms` (0 to 5) the brief also has the published rents for that size.';

type Input = RentalTerms & { readonly address: string };

const brief = briefRoute({
  kind: rentalKind,
  diagnosticKind: 'rental_operations_diagnostic',
  label: 'Published records behind a rental',
  parts: (_input: Input, subject) => rentalParts(subject),
  extraReadings: readTenancy,
  furtherReadings: readPublishedRents,
  thin: leastGroups(
    rentalKind,
    4,
    'fewer than four subjects (rental register, code cases of the parcel, permit rules, tax record, valuation, utilities, flood and insurance) gave facts of this place; nothing was bought',
    givesOfPlace,
  ),
  findings: ({ subject, own }) => recordFindings(subject, own.entries),
  lead: ({ input: { bedrooms }, further }) =>
    bedrooms === undefined || !further.estimate ? undefined : rangeSentence(bedrooms, further.estimate),
  extraFields: ({ input, further }) => ({ ...termsOf(input), ...publishedRentsOf(input, further) }),
  caveatsOf: ({ bedrooms }) => (bedrooms === undefined ? [bedroomsCaveat] : []),
});

export default definePaid('svc-rental-operations-brief', {
  input: inputObject({ address, ...rentalTerms }),
  output: rentalSchema,
  ...briefWithLicensed(brief, rentalSlug, ['rent_reference', 'sale_listing', 'property_record']),
});
