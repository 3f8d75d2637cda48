import { code, id } from '../../fields/define.ts';
import type { Dataset } from '../engine/dataset.ts';
import events from './echo-sewer-overflow-events.ts';

/** The second table of the same archive: one event can carry several types. */
export default {
  ...events,
  id: 'echo-sewer-overflow-types',
  title: 'Sewer overflow and bypass event types (NPDES eRule)',
  vintage: 'undated file, see the day it was retrieved',
  file: { format: 'table', member: /sewer_overflow_bypass_types\.csv$/i },
  columns: {
    eventKey: id('sewer_overflow_bypass_event_key', { required: true }),
    /** CSO combined sewer overflow, SSO sanitary sewer overflow, BYP bypass. */
    type: code('sewer_overflow_bypass_type_code', { required: true }),
  },
  keys: [['eventKey']],
} satisfies Dataset;
