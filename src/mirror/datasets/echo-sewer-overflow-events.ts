import { z } from 'zod';
import { computed, id, number, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

export const overflowEvents = table('echo-sewer-overflow-events', {
  permitId: id('permit_identifier', { required: true }),
  eventKey: id('sewer_overflow_bypass_event_key', { required: true }),
  startedLocal: text('sewer_overflow_bypass_start_datetime', {
    required: true,
    description: 'As reported: local time without a zone',
  }),
  endedLocal: text('sewer_overflow_bypass_end_datetime', { maxLength: 25 }),
  gallons: number('sewer_overflow_bypass_discharge_volume_gallons', {
    unit: 'gallons',
    minimum: 0,
    description: 'Reported volume; absent where none was reported, which is not zero',
  }),
  weather: computed(
    [['wet_weather_occurance_indicator', 'wet_weather_occurrence_indicator']],
    z.enum(['wet', 'dry']),
    ([cell]) => (cell === 'Y' ? 'wet' : cell === 'N' ? 'dry' : undefined),
  ),
  structure: text('sewer_overflow_structure_type_desc', { maxLength: 60 }),
});
