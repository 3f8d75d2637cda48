import { definePaid } from '../../src/catalog/define.ts';
import { recordFindings } from '../../src/findings/records.ts';
import {
  insuranceFields,
  insuranceFindings,
  insuranceLead,
  structureFields,
} from '../../src/products/insurance-context/compose.ts';
import { readBuilding } from '../../src/products/insurance-context/gather.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';
import { statedOfPlace } from '../../src/products/shared/parcel-record.ts';

export default definePaid(
  'svc-insurance-context',
  briefRoute({
    kind: 'insurance_context',
    label: 'Building and hazard records behind insurance',
    fields: structureFields,
    thin: (readings, subject) =>
      statedOfPlace(readings, subject).length > 0
        ? undefined
        : 'no record of the building, of flood, fire or landslides, or of storms and claims gave facts about this place',
    furtherReadings: readBuilding,
    lead: ({ readings, subject }) => insuranceLead(readings, subject),
    findings: ({ readings, subject, further }) => [
      ...insuranceFindings(readings, subject),
      ...recordFindings(subject, further.entries),
    ],
    extraFields: ({ readings, subject }) => insuranceFields(readings, subject),
  }),
);
