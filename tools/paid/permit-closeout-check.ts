import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { address, county, inputObject, state } from '../../src/catalog/inputs.ts';
import { readCloseout } from '../../src/products/permit-closeout-check/gather.ts';
import { closeoutFields, closeoutWords } from '../../src/products/permit-closeout-check/schema.ts';
import { briefParts } from '../../src/products/shared/brief-parts.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';

const input = inputObject(
  {
    address: address.optional(),
    parcelIds: z
      .array(z.string().trim().min(4).max(30).regex(/\d/, 'a parcel number, which has digits'))
      .min(1)
      .max(25)
      .optional()
      .describe('Parcel numbers (APN, PIN, BBL), 1 to 25, all of one county, with state and county'),
    state: state.optional(),
    county: county.optional(),
  },
  [['address'], ['parcelIds', 'state', 'county']],
).refine(({ address: given, parcelIds }) => given === undefined || parcelIds === undefined, {
  message: 'give an address, or parcelIds with state and county, not both',
});

export default definePaid('svc-permit-closeout-check', {
  input,
  ...briefRoute({
    subject: 'area',
    kind: 'permit_closeout_check',
    label: 'Permit records',
    fields: closeoutFields,
    parts: ({ address: given }: z.output<typeof input>) => (given ? briefParts('permit_closeout_check') : []),
    extraReadings: readCloseout,
    thin: (_readings, _subject, own) => own?.why,
    extraFields: ({ own, input: { address: given, parcelIds = [] } }) => {
      const { permits, statusWords, certificatesOfOccupancy, parcels } = own;
      const words = closeoutWords(permits.length, certificatesOfOccupancy.length, statusWords);
      const summary = `Permit registers, all dates, for ${given ?? parcelIds.join(', ')}: ${words}.`;
      return { summary, permits, statusWords, certificatesOfOccupancy, parcels };
    },
  }),
});
