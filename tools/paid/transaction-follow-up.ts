import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { statesAround } from '../../src/place/states-around.ts';
import { followUpFields, followUpRoute } from '../../src/products/shared/follow-up/route.ts';
import { jobsAround } from '../../src/products/shared/jobs-around.ts';

const intents = [
  'homebuyer_due_diligence',
  'land_investor_due_diligence',
  'developer_predevelopment',
  'commercial_tenant_due_diligence',
  'renovation_planning',
] as const;
const stages = [
  'early_screen',
  'under_contract',
  'pre_closing',
  'pre_lease',
  'pre_application',
  'pre_construction',
] as const;
const archetypes = [
  'residential',
  'vacant_land',
  'multifamily',
  'retail',
  'restaurant',
  'office',
  'industrial',
  'logistics',
  'mixed_use',
  'other',
] as const;

const jobsMeters = 1000;

const input = z.strictObject({
  address: followUpFields.address,
  intent: z.enum(intents).describe('What the caller has to decide; it fixes which records are read'),
  transactionStage: z.enum(stages).optional().describe('Stage of the transaction; framing only'),
  projectArchetype: z.enum(archetypes).optional().describe('Kind of property; framing only'),
  requestedAreaContext: z
    .array(z.enum(['workplace_employment']))
    .max(1)
    .optional()
    .describe('Jobs counted around the place; never counts toward the threshold'),
  statedUse: followUpFields.statedUse,
  projectType: followUpFields.projectType,
  suiteOrUnit: followUpFields.suiteOrUnit,
});

export default definePaid('svc-transaction-follow-up', {
  input,
  ...followUpRoute<z.output<typeof input>>({
    reportType: 'transaction_follow_up',
    intent: (given) => given.intent,
    context: ({ address: _address, intent: _intent, ...context }) => context,
    jobsAround: ({ mirror }, subject) =>
      jobsAround({ subject, mirror }, { radiusMeters: jobsMeters, states: statesAround(subject, jobsMeters) }),
  }),
});
