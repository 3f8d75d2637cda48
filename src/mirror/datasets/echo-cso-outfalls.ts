import { z } from 'zod';
import { computed, id, point, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

/** Permitted combined sewer outfalls that are open (not CLS). */
export const outfalls = table('echo-cso-outfalls', {
  permitId: id('NPDES_ID', { required: true }),
  facility: text('FACILITY_NAME', { maxLength: 100, otherwise: 'name not stated' }),
  city: text('FACILITY_CITY'),
  state: text(['PERMITTING_STATE', 'STATE_CODE']),
  /** With treatment before discharge (TCS), or without (CSO). */
  treated: computed(['PF_CHARACTER'], z.boolean(), isTreated, { required: true }),
  at: point('PF_LAT', 'PF_LON'),
});

function isTreated([cell]: readonly unknown[]): boolean | undefined {
  const characters = String(cell ?? '')
    .toUpperCase()
    .split('|')
    .map((part) => part.trim());
  const isOutfall = characters.includes('CSO') || characters.includes('TCS');
  return characters.includes('CLS') || !isOutfall ? undefined : characters.includes('TCS');
}
