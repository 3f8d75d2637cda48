import { z } from 'zod';
import { computed, id, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';
import { countyKey } from '../../geography/county-name.ts';

/** A utility in one of the counties in which it has equipment or customers. */
export const countyUtilities = table('eia-861-territories', {
  year: text('Data Year'),
  eiaId: id('Utility Number'),
  utility: text('Utility Name', { required: true }),
  state: id('State', { pattern: z.string().regex(/^[A-Z]{2}$/), required: true }),
  county: text('County', { required: true }),
  countyKey: computed(['County'], z.string(), ([cell]) => countyKey(String(cell ?? ''))),
});
