import { code, id } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

/** The second table of the archive of the events: one event can carry several types. */
export const overflowTypes = table('echo-sewer-overflow-types', {
  eventKey: id('sewer_overflow_bypass_event_key', { required: true }),
  /** CSO combined sewer overflow, SSO sanitary sewer overflow, BYP bypass. */
  type: code('sewer_overflow_bypass_type_code', { required: true }),
});
