import { fieldsOf, queryOf } from './lanes.ts';
import { type FeedRow, present } from './row.ts';

type Json = Readonly<Record<string, unknown>>;

export const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[.']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const days: readonly (readonly [RegExp, number])[] = [
  [/^(daily|hourly)/, 1],
  [/^two-weekly/, 14],
  [/^weekly/, 7],
  [/^monthly/, 31],
  [/^quarterly/, 92],
  [/^yearly/, 365],
];

function freshnessOf({ cadence = '', quirks = '', newest_seen: newest = '' }: FeedRow): Json {
  const said = cadence
    .replace(/ \(.*$/, '')
    .replace(/:.*$/, '')
    .trim();
  const everyDays = days.find(([word]) => word.test(said))?.[1] ?? (Number(/^(\d+) days/.exec(said)?.[1]) || undefined);
  const stopped = /STALE/.test(quirks) ? /\d{4}-\d{2}-\d{2}/.exec(newest)?.[0] : undefined;
  return present({
    cadence: said || 'not stated',
    everyDays,
    frozen: stopped && `The newest record that others saw was of ${stopped}.`,
  });
}

/** What has to be known of the rows, out of what the row says in fixed words. */
function notesOf(row: FeedRow): readonly string[] {
  const { lane, quirks = '', date_field: date = '', dataset_name: name = '', address_field: address = '' } = row;
  const kept = /rolling (?:about )?(\d+) (days|months|years)/.exec(quirks);
  return [
    ...(lane === 'permits' && date !== '' && !/iss/i.test(date)
      ? [`The date of a permit is that of the column ${date}; the source names no date of issue.`]
      : []),
    ...(kept ? [`The source keeps the last ${kept[1]} ${kept[2]}.`] : []),
    ...(lane === 'incidents' && /calls/i.test(`${name} ${quirks}`)
      ? ['Calls for service, and not recorded offenses.']
      : []),
    ...(lane === 'incidents' && /block/i.test(address) ? ['Addresses are given by block.'] : []),
    ...(/last sale|latest sale|latest deed/i.test(name)
      ? ['The latest sale of each parcel; earlier ones are not in it.']
      : []),
  ];
}

function lookbackOf({ quirks = '' }: FeedRow): number | undefined {
  const [, length, unit] = /rolling (?:about )?(\d+) (days|months|years)/.exec(quirks) ?? [];
  return length ? Number(length) * { days: 1, months: 30, years: 365 }[unit as 'days'] : undefined;
}

/** Who saw the dataset answer and when, as a place file says it. */
function seenOf({ verification, as_of: on = '', citation = '' }: FeedRow): Json {
  const repository = /^[\w-]+\/[\w-]+(?=[@:\s])/.exec(citation)?.[0];
  const who = repository ? `the public repository ${repository}` : 'a public registry of feeds';
  const day = on === '' ? {} : { on };
  if (verification?.startsWith('live')) return { by: 'public_client', ...day, note: `Seen to answer by ${who}.` };
  if (verification?.startsWith('official')) {
    return { by: 'catalog', ...day, note: `Dataset in the publisher's catalog, columns in public code (${who}).` };
  }
  return { by: 'code', ...day, note: `Address and columns as ${who} has them.` };
}

const laneOf = (row: FeedRow) => (row.lane === 'str_registry' ? 'rental_registry' : row.lane);
const precisions: Readonly<Record<string, string>> = {
  incidents: 'block',
  zoning: 'area',
  zoning_overlay: 'area',
  landmark: 'area',
};

const callsBias = {
  measures: 'Calls to the police and what officers were sent to.',
  doesNotMeasure: 'What happened and no one called about, whether a call was founded, or what will happen.',
  knownBiases: [
    'One event can bring several calls, and a call may turn out to be nothing.',
    'Calling differs by neighborhood and by trust in the police.',
  ],
};

/** The source of a place file that a row makes; undefined where the row does not say enough to ask by. */
export function sourceOf(row: FeedRow, place: { id: string; name: string; publisher: string }): Json | undefined {
  const [fields, query] = [fieldsOf(row), queryOf(row)];
  if (!fields || !query || Object.keys(fields).length === 0) return undefined;
  const dataset = (row.dataset_name ?? '').replace(/ *\([^)]*\)/g, '');
  const isCalls = row.lane === 'incidents' && /calls/i.test(`${row.dataset_name} ${row.quirks}`);
  const landing = row.landing_url && new URL(row.landing_url).pathname !== '/' ? row.landing_url : (row.url ?? '');
  return present({
    cardId: `${place.id}-${slug(row.lane === 'str_registry' ? 'short-term-rentals' : (row.lane ?? ''))}`,
    name: `${place.name} ${/^[A-Z][a-z]/.test(dataset) ? dataset.charAt(0).toLowerCase() + dataset.slice(1) : dataset}`,
    lane: laneOf(row),
    platform: row.platform,
    endpoint: row.url,
    query,
    fields,
    recordScope:
      row.lane === 'str_registry'
        ? 'short-term license: short-term rental registrations'
        : row.lane === 'rental_registry'
          ? 'long-term registration: rental licenses or registrations'
          : undefined,
    locationPrecision: precisions[row.lane ?? ''] ?? 'exact',
    limits: present({ lookbackDaysMax: lookbackOf(row), notes: notesOf(row) }),
    freshness: freshnessOf(row),
    bias: isCalls ? callsBias : undefined,
    publisher: place.publisher,
    landingUrl: landing,
    license: { note: row.licence || 'No license stated where the layer is published' },
    seen: seenOf(row),
  });
}
