import { z } from 'zod';
import { computed, id, type RowOf, table, text } from '../../fields/define.ts';
import { numberOf } from '../../fields/numbers.ts';
import { countyKey } from '../../geography/county-name.ts';
import { textOf } from '../../kernel/text.ts';

/** The running number before the name of a column: "51. 5.1 - FUGITIVE AIR". */
export const runningNumber = /^\d+\.\s+/;

/** Underground injection is undivided (before 2003) or by class of well. */
export const undergroundColumns = ['5.4 - UNDERGROUND', '5.4.1 - UNDERGROUND CL I', '5.4.2 - UNDERGROUND C II-V'];

/** The sum of the columns that state a number. A Form A certifies to be under a threshold and has no quantities. */
const quantity = (...columns: readonly string[]) =>
  computed(['FORM TYPE', ...columns], z.number(), ([type, ...cells]) => {
    const stated = type === 'A' ? [] : cells.flatMap((cell) => numberOf(cell) ?? []);
    return stated.length > 0 ? stated.reduce((sum, value) => sum + value, 0) : undefined;
  });

/** One form of one facility for one chemical. Its columns are named without the running number, which moves. */
export const triForms = table('epa-tri', {
  facilityId: id('TRIFD', { maxLength: 20, required: true }),
  facility: text('FACILITY NAME', { maxLength: 80, otherwise: 'name not stated' }),
  city: text('CITY', { maxLength: 50 }),
  countyKey: computed(['COUNTY'], z.string(), ([county]) => countyKey(textOf(county, 50) ?? '') || undefined),
  chemical: text('CHEMICAL', { maxLength: 80, required: true }),
  /** Dioxins are reported in grams, everything else in pounds. */
  unit: computed(
    ['UNIT OF MEASURE'],
    z.enum(['pounds', 'grams']),
    ([unit]) => (/^gram/i.test(String(unit)) ? 'grams' : /^pound/i.test(String(unit)) ? 'pounds' : undefined),
    { required: true },
  ),
  certifiedOnly: computed(['FORM TYPE'], z.boolean(), ([type]) => type === 'A', { required: true }),
  air: quantity('5.1 - FUGITIVE AIR', '5.2 - STACK AIR'),
  water: quantity('5.3 - WATER'),
  underground: quantity(...undergroundColumns),
  onSite: quantity('ON-SITE RELEASE TOTAL'),
  offSite: quantity('OFF-SITE RELEASE TOTAL'),
});
export type TriForm = RowOf<typeof triForms>;
