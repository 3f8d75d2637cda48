import type { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { followUpFields, followUpRoute } from '../../src/products/shared/follow-up/route.ts';

const input = atAddress({
  address: followUpFields.address.optional(),
  statedUse: followUpFields.statedUse,
  projectType: followUpFields.projectType,
});

export default definePaid('svc-data-center-site-context', {
  input,
  ...followUpRoute<z.output<typeof input>>({
    reportType: 'data_center_site_context',
    intent: () => 'data_center_siting',
    context: ({ statedUse, projectType }) => ({
      transactionStage: 'early_screen',
      projectArchetype: 'industrial',
      statedUse,
      projectType,
    }),
  }),
});
