import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { followUpFields, followUpRoute } from '../../src/products/shared/follow-up/route.ts';

const input = z.strictObject({
  address: followUpFields.address,
  projectType: followUpFields.projectType,
  suiteOrUnit: followUpFields.suiteOrUnit,
});

export default definePaid('svc-renovation-site-context', {
  input,
  ...followUpRoute<z.output<typeof input>>({
    reportType: 'renovation_site_context',
    intent: () => 'renovation_planning',
    context: ({ projectType, suiteOrUnit }) => ({
      transactionStage: 'pre_construction',
      projectArchetype: 'residential',
      projectType,
      suiteOrUnit,
    }),
  }),
});
