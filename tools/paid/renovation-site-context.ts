import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { followUpFields, followUpOf } from '../../src/products/shared/follow-up/route.ts';

const { address, projectType, suiteOrUnit } = followUpFields;
const input = z.strictObject({ address, projectType, suiteOrUnit });

export default definePaid('svc-renovation-site-context', {
  input,
  ...followUpOf<z.output<typeof input>>('renovation_site_context', 'renovation_planning'),
});
