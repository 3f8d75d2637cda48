import { z } from 'zod';
import { listOf, optionalText, text } from './cells.ts';
import { citedTable } from './cited-columns.ts';

/** Id of a public water system; as generally known, it only says which row fits a system. */
const waterSystemId = z.string().regex(/^[A-Z]{2}\d{7}$/, 'a state code and 7 digits');

/**
 * When a water utility lowers a bill after a leak, as its page states it. Only rows that were checked against a
 * page; other utilities may have a rule too.
 */
export const leakAdjustments = citedTable({
  id: 'leak-adjustments',
  name: 'leak adjustment rules',
  columns: {
    utility: text,
    pwsIds: listOf(waterSystemId).exactOptional(),
    rule: text,
    limit: optionalText,
    howOften: optionalText,
    evidence: optionalText,
    excluded: optionalText,
  },
});
