import { definePaid } from '../../src/catalog/define.ts';
import type { RouteName, ToolName } from '../../src/kernel/tool-names.ts';
import { tellsPolicy } from '../../src/products/before-you-sign/readiness.ts';
import {
  hasRuleOfPlace,
  policyFields as policyFieldsOf,
  policyLead,
  readPolicy,
  rulesRead,
} from '../../src/products/local-policy-brief/gather.ts';
import { policyFields } from '../../src/products/local-policy-brief/schema.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';

/** Sections that only a supported place has: pointers to publishers exist for every state, and permit rules can be a state's alone. */
const local: readonly (ToolName | RouteName)[] = ['svc_local_legislation', 'svc_zoning'];

export default definePaid(
  'svc-local-policy-brief',
  briefRoute({
    kind: 'local_policy_brief',
    label: 'Local policy',
    fields: policyFields,
    thin: (readings, subject) => {
      if (!readings.some((reading) => local.includes(reading.tool) && tellsPolicy(reading)))
        return 'neither council matters nor a zoning district of this place could be read; where rules are published is answered free (svc_policy_sources)';
      return hasRuleOfPlace(rulesRead(subject))
        ? undefined
        : 'no rule of this place or its state was read; where rules are published is answered free (svc_policy_sources, svc_ordinance_leads)';
    },
    furtherReadings: readPolicy,
    lead: ({ subject }) => policyLead(subject),
    asks: ['zoning', 'legislation'],
    extraFields: ({ subject, further }) => policyFieldsOf(subject, further.places),
  }),
);
