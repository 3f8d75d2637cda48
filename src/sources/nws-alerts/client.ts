import { z } from 'zod';
import { instantOf } from '../../fields/dates.ts';
import { code, computed, table, text } from '../../fields/define.ts';
import { mapLookup, mapRows } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { getJson } from '../shared/lookup.ts';
import { plainRows } from '../shared/table-rows.ts';

const card = sourceCard('nws-alerts');

const Geocode = z.looseObject({ SAME: z.array(z.string()).min(1) });

export const alerts = table(card.id, {
  event: text('event', { maxLength: 60, required: true }),
  severity: code('severity', { maxLength: 20 }),
  /** The end of the event, else the time at which the message expires. */
  endsAt: computed(['ends', 'expires'], z.string(), ([ends, expires]) => instantOf(ends) ?? instantOf(expires)),
  status: code('status', { maxLength: 20 }),
  /** Six digits of the counties that an alert reaches, also of one for a forecast zone: 0 and the county code. */
  counties: computed(['geocode'], z.array(z.string()), ([cell]) => Geocode.safeParse(cell).data?.SAME, {
    required: true,
  }),
});

const Reply = z.looseObject({ features: z.array(z.looseObject({ properties: z.record(z.string(), z.unknown()) })) });

const severities = ['Extreme', 'Severe', 'Moderate', 'Minor'];
const rankOf = ({ severity = '' }: { readonly severity?: string | undefined }) =>
  severities.includes(severity) ? severities.indexOf(severity) : severities.length;

/**
 * Alerts in force in a state (two letters) that reach any of these counties (five digits), the gravest first, then the
 * earliest to end. Tests and exercises are left out; an alert that names no county makes the rest `partial`.
 */
export async function alertsInCounty(sources: SourceAccess, stateCode: string, counties: readonly string[]) {
  const reply = await getJson(sources, card, { url: `${card.endpoint}?area=${stateCode}` }, Reply);
  const found = plainRows(
    sources,
    alerts,
    mapLookup(reply, ({ features }) => features.map((one) => one.properties)),
  );
  return mapRows(found, (rows) =>
    rows
      .filter((row) => row.status === 'Actual' && row.counties.some((same) => counties.includes(same.slice(-5))))
      .map(({ counties: _, status: __, ...alert }) => alert)
      .toSorted((a, b) => rankOf(a) - rankOf(b) || (a.endsAt ?? '').localeCompare(b.endsAt ?? '', 'en')),
  );
}
