import { definePaid, evmOnly } from '../../src/catalog/define.ts';
import { address, inputObject } from '../../src/catalog/inputs.ts';
import { readElectricity } from '../../src/products/owner-cost-review/electricity.ts';
import {
  figuresOf,
  type OwnerFigures,
  ownerCostKind,
  ownerCostSchema,
  ownerCostSignatures,
  ownerFigures,
} from '../../src/products/owner-cost-review/schema.ts';
import { briefParts, leastGroups } from '../../src/products/shared/brief-parts.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { briefWithLicensed } from '../../src/products/shared/licensed/brief.ts';
import { givesOfPlace } from '../../src/products/shared/place-subjects.ts';
import { limitsOf } from '../../src/rules/limits.ts';

type Input = OwnerFigures & { readonly address: string };

const brief = briefRoute({
  kind: ownerCostKind,
  label: 'Published records behind the costs of an owner',
  parts: ({ mortgage }: Input) =>
    briefParts(ownerCostKind).flatMap((part) => {
      if (part.tool !== 'svc_owner_mortgage_calendar') return part;
      return mortgage ? { ...part, args: { ...mortgage } } : [];
    }),
  thin: leastGroups(
    ownerCostKind,
    3,
    'fewer than three subjects (tax record, programs, flood, insurance, electricity, utility bills) gave facts of this place; nothing was bought',
    givesOfPlace,
  ),
  furtherReadings: readElectricity,
  extraFields: ({ input }) => figuresOf(input),
  caveats: limitsOf('owner-cost-review'),
});

export default definePaid({
  title: 'Owner cost review',
  summary:
    "Tax record, rates, programs, appeal, flood, insurance, electricity and utility rules beside an owner's own figures.",
  whenToUse: 'Which published records, rates and programs stand behind what the owner of this address pays each year?',
  notFor:
    'It advises and judges nothing; dates alone are in svc-owner-action-brief, the tax arithmetic free in svc_property_tax_estimate.',
  scope: 'national',
  sources: ['eia-retail-sales', 'openei-urdb'],
  examples: [
    { title: 'An address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    {
      title: 'With figures of the owner',
      arguments: {
        address: '121 N LaSalle St, Chicago, IL 60602',
        annualTaxUsd: 6400,
        monthlyElectricUsd: 118.5,
        mortgage: {
          originationDate: '2022-03-15',
          originalValueUsd: 400_000,
          originalLoanAmountUsd: 360_000,
          annualRatePercent: 4.5,
          loanType: 'fixed_30',
        },
      },
    },
  ],
  input: inputObject({ address, ...ownerFigures }),
  output: ownerCostSchema,
  paid: {
    priceUsdc: '0.25',
    rails: evmOnly,
    maxTimeoutSeconds: 120,
    expectedSeconds: 30,
    buys: { maximumSignatures: ownerCostSignatures },
    chargesWhen:
      'the address is resolved to a point and at least three of these subjects gave facts of the place: tax record, programs, flood, insurance, electricity, utility bills',
    freeWhen: 'unresolved subject fails before downstream spend; so do fewer than three subjects with facts',
    tags: ['owner', 'costs', 'property tax', 'brief'],
    preflightTools: ['svc_ownership_loop', 'svc_property_tax_context', 'svc_lane_availability'],
    seeAlso: ['svc-owner-action-brief', 'svc-insurance-context'],
  },
  ...briefWithLicensed(brief, 'svc-owner-cost-review', ['property_record']),
});
