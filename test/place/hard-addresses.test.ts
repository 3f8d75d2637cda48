import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../../src/kernel/group.ts';
import { createPlacePort } from '../../src/place/index.ts';
import { directSources } from '../upstreams/direct.ts';
import type { FakeUpstream } from '../upstreams/fake-upstream.ts';

interface Row {
  readonly input: string;
  readonly group: string;
  readonly sent: string;
  readonly unit: string;
  readonly state: string;
  readonly resolved: string;
  readonly county_fips: string;
  readonly choices: string;
  readonly doubted: string;
}

// invented addresses on the habits of real ones; `\n` in an input is a line end
const rows = parse(readFileSync(new URL('hard-addresses.csv', import.meta.url)), { columns: true }) as Row[];
const place = createPlacePort();

/** A geocoder that knows nothing, with what it was sent. */
function silentGeocoder() {
  const sent: string[] = [];
  const fake: FakeUpstream = {
    cardId: 'census-geocoder',
    hosts: ['geocoding.geo.census.gov'],
    respond({ path, query }) {
      if (!path.endsWith('onelineaddress')) return { body: { result: { geographies: {} } } };
      sent.push(query.get('address') ?? '');
      return { body: { result: { addressMatches: [] } } };
    },
  };
  return { sent, sources: directSources({ extra: [fake] }) };
}

async function read({ input }: Row) {
  const { sent, sources } = silentGeocoder();
  const resolution = await place.resolve({ address: input.replaceAll('\\n', '\n') }, sources);
  const { subject, state } = resolution;
  const row = {
    sent: sent.join(' and '),
    unit: subject.unit ?? '',
    state,
    resolved: subject.resolved ?? '',
    county_fips: subject.county?.fips ?? '',
    choices: subject.candidates
      .slice(0, 3)
      .map(({ label }) => label)
      .join('|'),
    doubted: subject.doubts ? 'yes' : '',
  };
  return { row, text: JSON.stringify([resolution, sources.queried]) };
}

it('there are at least 349 of them, half with a street', () => {
  expect(rows.length).toBeGreaterThanOrEqual(349);
  expect(rows.filter(({ sent }) => sent !== '').length).toBeGreaterThanOrEqual(175);
});

describe.each([...groupBy(rows, ({ group }) => group)])('hard addresses: %s', (_, group) => {
  it('each is sent whole, and answered with the right area or choices', async () => {
    for (const { input, group: _group, ...expected } of group) {
      const { row } = await read({ input, group: _group, ...expected });
      expect({ input, ...row }).toEqual({ input, ...expected });
    }
  });
});

it('names of persons go nowhere: neither into a query nor into an answer', async () => {
  const named = rows.filter(({ input }) => /sample/i.test(input));
  expect(named.length).toBeGreaterThanOrEqual(15);
  for (const row of named) expect((await read(row)).text).not.toMatch(/sample|\bpat\b|\bkim\b/i);
});
