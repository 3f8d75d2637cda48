import { z } from 'zod';
import { computed, count, digits, partName } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

/** The area that holds a block: the first digits of its code. */
export const prefixOf =
  (length: number) =>
  ([cell]: readonly unknown[]) =>
    String(cell ?? '')
      .padStart(15, '0')
      .slice(0, length);

/** The twenty sectors of the file, by their number in it. */
export const sectorNames = Array.from({ length: 20 }, (_, at) => `sector${String(at + 1).padStart(2, '0')}`);

/** Jobs in a block, of all kinds together. */
export const blockJobs = table('lodes-workplace', {
  state: partName(),
  block: digits('w_geocode', 15, { required: true }),
  blockGroup: computed(['w_geocode'], z.string(), prefixOf(12), { required: true }),
  tract: computed(['w_geocode'], z.string(), prefixOf(11), { required: true }),
  jobs: count('C000'),
  earningsTo1250: count('CE01'),
  earnings1251To3333: count('CE02'),
  earningsOver3333: count('CE03'),
  ...Object.fromEntries(sectorNames.map((name) => [name, count(name.replace('sector', 'CNS'))])),
});
