import { definePaid } from '../../src/catalog/define.ts';
import { address, inputObject } from '../../src/catalog/inputs.ts';
import { readElectricity } from '../../src/products/owner-cost-review/electricity.ts';
import {
  figuresOf,
  type OwnerFigures,
  ownerCostKind,
  ownerCostSchema,
  ownerFigures,
} from '../../src/products/owner-cost-review/schema.ts';
import { briefParts, leastGroups } from '../../src/products/shared/brief-parts.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { briefWithLicensed } from '../../src/products/shared/licensed/brief.ts';
import { givesOfPlace } from '../../src/products/shared/place-subjects.ts';

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
});

export default definePaid('svc-owner-cost-review', {
  input: inputObject({ address, ...ownerFigures }),
  output: ownerCostSchema,
  ...briefWithLicensed(brief, 'svc-owner-cost-review', ['property_record']),
});
