import type { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { followUpFields, followUpOf } from '../../src/products/shared/follow-up/route.ts';

const { address, statedUse, projectType } = followUpFields;
const input = atAddress({ address: address.optional(), statedUse, projectType });

export default definePaid('svc-agricultural-land-context', {
  input,
  ...followUpOf<z.output<typeof input>>('agricultural_land_context', 'agricultural_land_due_diligence'),
});
