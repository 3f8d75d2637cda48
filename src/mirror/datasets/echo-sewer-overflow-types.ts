import { code, id } from '../../fields/define.ts';
import { dataset } from '../engine/dataset-row.ts';

/** The second table of the archive of the events: one event can carry several types. */
export default dataset('echo-sewer-overflow-types', {
  file: { member: /sewer_overflow_bypass_types\.csv$/i },
  columns: {
    eventKey: id('sewer_overflow_bypass_event_key', { required: true }),
    /** CSO combined sewer overflow, SSO sanitary sewer overflow, BYP bypass. */
    type: code('sewer_overflow_bypass_type_code', { required: true }),
  },
  keys: [['eventKey']],
});
