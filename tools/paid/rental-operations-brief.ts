import { definePaid, evmOnly } from '../../src/catalog/define.ts';
import { address, inputObject } from '../../src/catalog/inputs.ts';
import { recordFindings } from '../../src/findings/records.ts';
import { readPublishedRents, readTenancy, rentalParts } from '../../src/products/rental-operations-brief/gather.ts';
import {
  publishedRentsOf,
  type RentalTerms,
  rentalKind,
  rentalSchema,
  rentalSignatures,
  rentalSlug,
  rentalTerms,
  termsOf,
} from '../../src/products/rental-operations-brief/schema.ts';
import { leastGroups } from '../../src/products/shared/brief-parts.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { briefWithLicensed } from '../../src/products/shared/licensed/brief.ts';
import { givesOfPlace } from '../../src/products/shared/place-subjects.ts';
import { rangeSentence } from '../../src/products/shared/rents/cells.ts';
import { indexMirror } from '../../src/products/shared/rents/nearby.ts';
import { limitsOf } from '../../src/rules/limits.ts';
import { rentsMirror } from '../../src/sources/census-acs/client.ts';

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
  findings: ({ subject, own }) => recordFindings(subject, own?.entries ?? []),
  lead: ({ input: { bedrooms }, further }) =>
    bedrooms === undefined || !further?.estimate ? undefined : rangeSentence(bedrooms, further.estimate),
  extraFields: ({ input, further }) => ({ ...termsOf(input), ...publishedRentsOf(input, further) }),
  caveats: limitsOf('rental-operations-brief'),
  caveatsOf: ({ bedrooms }) => (bedrooms === undefined ? [bedroomsCaveat] : []),
});

export default definePaid({
  title: 'Rental operations brief',
  summary:
    'Rental register, code cases, permit rules, tax, published rents, utilities, flood and landlord statutes of a rental.',
  whenToUse: 'Which registers, rules, statutes and published rents stand behind letting this address?',
  notFor: 'No legal advice, and not the rent of the unit; the register alone is free in svc_rental_registration_check.',
  scope: 'national',
  sources: ['census-acs', 'census-geocoder', 'sf-rent-board-inventory'],
  mirrors: ['hud-fmr', 'hud-safmr', rentsMirror, indexMirror],
  examples: [
    { title: 'An address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    {
      title: 'Of a unit',
      arguments: {
        address: '100 Gold St, New York, NY 10038',
        bedrooms: 2,
        monthlyRentUsd: 4200,
        rentalType: 'long_term',
      },
    },
  ],
  input: inputObject({ address, ...rentalTerms }),
  output: rentalSchema,
  paid: {
    priceUsdc: '0.79',
    rails: evmOnly,
    maxTimeoutSeconds: 120,
    expectedSeconds: 45,
    buys: { maximumSignatures: rentalSignatures },
    chargesWhen:
      'the address is resolved to a point and at least four of these subjects gave facts of the place: rental register, code cases of the parcel, permit rules, tax record, valuation, utilities, flood and insurance (rents of the area do not count)',
    freeWhen: 'unresolved subject fails before downstream spend; so do fewer than four subjects with facts',
    tags: ['rental', 'landlord', 'registration', 'brief'],
    preflightTools: ['svc_rental_registration_check', 'svc_fair_market_rents', 'svc_lane_availability'],
    seeAlso: ['svc_ordinance_leads', 'svc-local-policy-brief'],
  },
  ...briefWithLicensed(brief, rentalSlug, ['rent_reference', 'sale_listing', 'property_record']),
});
