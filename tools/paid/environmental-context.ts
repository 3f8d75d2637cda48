import { definePaid } from '../../src/catalog/define.ts';
import { readRecords, recordsFindings, recordsLead } from '../../src/products/environmental-context/gather.ts';
import { recordsMapFields, recordsSearchFields } from '../../src/products/environmental-context/schema.ts';
import { hasFacts } from '../../src/products/shared/brief.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';

export default definePaid(
  'svc-environmental-context',
  briefRoute({
    kind: 'environmental_context',
    label: 'Environmental registers and maps',
    fields: { ...recordsSearchFields, ...recordsMapFields },
    thin: (readings) =>
      readings.filter(hasFacts).length < 3
        ? 'fewer than three environmental registers or maps gave facts about this place'
        : undefined,
    furtherReadings: readRecords,
    lead: ({ further }) => recordsLead(further),
    findings: ({ further }) => recordsFindings(further),
    asks: ['radon'],
    extraFields: ({ further }) => ({ ...further.search, ...further.mapped }),
  }),
);
