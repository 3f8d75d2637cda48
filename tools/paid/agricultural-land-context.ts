import type { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { followUpFields, followUpRoute } from '../../src/products/shared/follow-up/route.ts';

const input = atAddress({
  address: followUpFields.address.optional(),
  statedUse: followUpFields.statedUse,
  projectType: followUpFields.projectType,
});

export default definePaid('svc-agricultural-land-context', {
  input,
  ...followUpRoute<z.output<typeof input>>({
    reportType: 'agricultural_land_context',
    intent: () => 'agricultural_land_due_diligence',
    context: ({ statedUse, projectType }) => ({
      transactionStage: 'early_screen',
      projectArchetype: 'vacant_land',
      statedUse,
      projectType,
    }),
  }),
});
