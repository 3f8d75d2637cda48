import type { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { followUpFields, followUpOf } from '../../src/products/shared/follow-up/route.ts';

const { address, statedUse, projectType } = followUpFields;
const input = atAddress({ address: address.optional(), statedUse, projectType });

export default definePaid('svc-data-center-site-context', {
  input,
  ...followUpOf<z.output<typeof input>>('data_center_site_context', 'data_center_siting'),
});
