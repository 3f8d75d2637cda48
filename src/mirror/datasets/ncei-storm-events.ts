import { z } from 'zod';
import { code, computed, count, digits, id, number, text } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';

const multipliers: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** Dollars out of the database's text ("25.00K", "1.5M", "0"); undefined where nothing is stated, which is not zero. */
export function damageUsd(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const match = /^(\d+(?:\.\d+)?|\.\d+)([KMBT]?)$/i.exec(value.trim());
  if (!match) return undefined;
  return Math.round(Number(match[1]) * (multipliers[(match[2] ?? '').toUpperCase()] ?? 1));
}

/** Local calendar date (YYYY-MM-DD) out of a year-month ("202601") and a day ("25"). */
export function stormDate(yearMonth: unknown, day: unknown): string | undefined {
  const month = /^(\d{4})(0[1-9]|1[0-2])$/.exec(String(yearMonth ?? '').trim());
  const date = Number(day);
  if (!month || !Number.isInteger(date) || date < 1 || date > 31) return undefined;
  return `${month[1]}-${month[2]}-${String(date).padStart(2, '0')}`;
}

/** Reports by county (C) and by forecast zone of the weather service (Z); those of marine zones are left out. */
export const stormEvents = table('ncei-storm-events', {
  year: text('YEAR', { required: true }),
  eventId: id('EVENT_ID'),
  stateFips: digits('STATE_FIPS', 2, { required: true }),
  czType: id('CZ_TYPE', { pattern: z.enum(['C', 'Z']), required: true }),
  czFips: count('CZ_FIPS', { required: true }),
  eventType: text('EVENT_TYPE', { otherwise: 'not stated' }),
  begin: computed(['BEGIN_YEARMONTH', 'BEGIN_DAY'], z.string(), ([month, day]) => stormDate(month, day)),
  deathsDirect: count('DEATHS_DIRECT'),
  injuriesDirect: count('INJURIES_DIRECT'),
  damagePropertyUsd: computed(['DAMAGE_PROPERTY'], z.number(), ([cell]) => damageUsd(cell)),
  damageCropsUsd: computed(['DAMAGE_CROPS'], z.number(), ([cell]) => damageUsd(cell)),
  magnitude: number('MAGNITUDE'),
  tornadoScale: code('TOR_F_SCALE'),
});
