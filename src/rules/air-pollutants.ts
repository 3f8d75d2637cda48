import { z } from 'zod';
import { listOf, text } from './cells.ts';
import { tableFile } from './table-file.ts';

/**
 * Pollutants that are told, each with the parameter codes of its monitors and the beginnings of the standards under which
 * its yearly figures are worked out; the first that a monitor has speaks for it.
 */
export const airPollutants = tableFile('air-pollutants', {
  pollutant: text,
  title: text,
  parameters: listOf(z.string().regex(/^\d{5}$/, '5 digits')),
  standards: listOf(text),
});

export type AirPollutant = ReturnType<typeof airPollutants>[number];
