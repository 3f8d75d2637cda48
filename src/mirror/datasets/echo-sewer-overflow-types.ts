import type { Dataset } from '../engine/dataset.ts';
import events from './echo-sewer-overflow-events.ts';

/** The second table of the same archive: one event can carry several types. */
const dataset: Dataset = {
  ...events,
  id: 'echo-sewer-overflow-types',
  title: 'Sewer overflow and bypass event types (NPDES eRule)',
  vintage: 'undated file, see the day it was retrieved',
  file: { format: 'table', member: /sewer_overflow_bypass_types\.csv$/i },
  columns: {
    eventKey: { from: 'sewer_overflow_bypass_event_key', type: 'text' },
    /** CSO combined sewer overflow, SSO sanitary sewer overflow, BYP bypass. */
    type: { from: 'sewer_overflow_bypass_type_code', type: 'text' },
  },
  keys: [['eventKey']],
};

export default dataset;
