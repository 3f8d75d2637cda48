import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { address, county, inputObject, state } from '../../src/catalog/inputs.ts';
import { readCloseout } from '../../src/products/permit-closeout-check/gather.ts';
import { closeoutFields, closeoutWords } from '../../src/products/permit-closeout-check/schema.ts';
import { briefParts } from '../../src/products/shared/brief-parts.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { limitsOf } from '../../src/rules/limits.ts';

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

export default definePaid({
  title: 'Permit closeout check',
  summary:
    'Every permit on record for an address or parcels, its stated status, and what that word is published to mean.',
  whenToUse: 'Which permits are on record for exactly this address or these parcels, and which are recorded as closed?',
  notFor: 'No compliance conclusion and no inspection; permits around a point are answered free by svc_metro_permits.',
  scope: 'local',
  subject: 'area',
  examples: [
    { title: 'An address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    {
      title: 'Parcels of a county',
      arguments: { parcelIds: ['1703570123', '1703570987'], state: 'NC', county: 'Wake' },
    },
  ],
  input,
  paid: {
    priceUsdc: '0.05',
    chargesWhen:
      'every wired permit register that can be queried by this address or these parcel numbers answered in full, and at least one exactly matched permit has a published status of its own or a certificate of occupancy is on record',
    freeWhen: 'uncovered, uncertain, unavailable, unpublished, or no exact match',
    tags: ['permits', 'closeout', 'local'],
    preflightTools: ['svc_metro_permits', 'svc_lane_availability'],
    seeAlso: ['svc_permit_rules', 'svc-place-report'],
  },
  ...briefRoute({
    kind: 'permit_closeout_check',
    label: 'Permit records',
    fields: closeoutFields,
    parts: ({ address: given }: z.output<typeof input>) => (given ? briefParts('permit_closeout_check') : []),
    extraReadings: readCloseout,
    thin: (_readings, _subject, own) => own?.why,
    extraFields: ({ own, input: { address: given, parcelIds = [] } }) => ({
      summary: `Permit registers, all dates, for ${given ?? parcelIds.join(', ')}: ${closeoutWords(own?.permits.length ?? 0, own?.certificates.length ?? 0, own?.statusWords ?? [])}.`,
      permits: [...(own?.permits ?? [])],
      statusWords: [...(own?.statusWords ?? [])],
      certificatesOfOccupancy: [...(own?.certificates ?? [])],
      parcels: [...(own?.parcels ?? [])],
    }),
    caveats: limitsOf('permit-closeout-check'),
  }),
});
