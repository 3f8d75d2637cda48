import { describe, expect, it } from 'vitest';
import { hasData } from '../../../src/kernel/lookup.ts';
import { type LaneQuery, readLane } from '../../../src/places/lanes/reader.ts';
import { laneCard } from '../../../src/places/registry/cards.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import type { LaneSource } from '../../../src/places/schema/jurisdiction.ts';
import type { ConfiguredLane } from '../../../src/places/schema/port.ts';
import { testClock } from '../../clock.ts';
import { ckanTable } from '../../upstreams/ckan.ts';
import { directSources } from '../../upstreams/direct.ts';
import type { FakeUpstream } from '../../upstreams/fake-upstream.ts';
import { feedRow, pointOfPlace } from '../../upstreams/feeds.ts';
import { opendatasoftTable } from '../../upstreams/opendatasoft.ts';
import { datasetTable, daysBefore, layerTable, type PastDays, type Placed } from '../../upstreams/tables.ts';

const past = daysBefore(testClock());

function laneOf(cardId: string): ConfiguredLane {
  for (const jurisdiction of shippedPlaces.all()) {
    const source = (jurisdiction.sources as readonly LaneSource[]).find((one) => one.cardId === cardId);
    if (source) return { jurisdiction, source, card: laneCard(jurisdiction, source) };
  }
  throw new Error(`no ${cardId}`);
}

/** The lane's own table, without some of its columns. */
function tableWithout({ jurisdiction, source }: ConfiguredLane, lost: readonly string[]): FakeUpstream {
  const at = pointOfPlace(jurisdiction);
  const rows = (days: PastDays): readonly Placed[] => [
    {
      at,
      columns: Object.fromEntries(
        Object.entries(feedRow(source, jurisdiction, days)).filter(([name]) => !lost.includes(name)),
      ),
    },
  ];
  const { cardId, endpoint } = source;
  const address = endpoint.slice('https://'.length);
  const url = new URL(endpoint);
  switch (source.platform) {
    case 'arcgis':
      return layerTable({ cardId, endpoint: address, rows });
    case 'socrata':
      return datasetTable({ cardId, endpoint: address, rows });
    case 'opendatasoft':
      return opendatasoftTable({ cardId, endpoint: address, rows, position: 'geolocation' });
    default:
      return ckanTable({ cardId, host: url.host, resourceId: url.searchParams.get('resource_id') ?? '', rows });
  }
}

/** A field of a source whose column no question needs, with that column. */
function spareOf({ source }: ConfiguredLane): readonly [string, string] {
  const { status } = source.fields as Readonly<Record<string, unknown>>;
  if (typeof status !== 'string') throw new Error(`${source.cardId} has no status`);
  return ['status', status];
}

const queried = ({ jurisdiction }: ConfiguredLane): LaneQuery => ({
  point: pointOfPlace(jurisdiction),
  radiusMeters: 300,
});

describe.each(['anaheim-ca-permits', 'austin-tx-permits', 'pittsburgh-pa-permits', 'long-beach-ca-requests'])(
  'a column that %s has lost',
  (cardId) => {
    const lane = laneOf(cardId);
    const [field, column] = spareOf(lane);

    it('is left out of the question, and the answer says so', async () => {
      const sources = directSources({ extra: [tableWithout(lane, [column])] });
      const found = await readLane(sources, lane, queried(lane));
      expect(found).toMatchObject({
        state: 'partial',
        reason: expect.stringMatching(`${column}; left out: .*${field}`),
      });
      expect(hasData(found) && found.data).toHaveLength(1);
      expect(hasData(found) && Object.keys(found.data[0]?.fields ?? {})).not.toContain(field);
    });

    it('makes the source unavailable, by name, where it is the date of a question about a period', async () => {
      const date = lane.source.query.dateField ?? '';
      const sources = directSources({ extra: [tableWithout(lane, [date])] });
      const found = await readLane(sources, lane, { ...queried(lane), since: past.daysAgo(60) });
      expect(found).toMatchObject({ state: 'unavailable', reason: expect.stringContaining(date) });
    });
  },
);

it('a lost key column makes the source unavailable, naming it', async () => {
  const lane = laneOf('allegheny-county-pa-transfers');
  const sources = directSources({ extra: [tableWithout(lane, ['PARID'])] });
  const found = await readLane(sources, lane, { key: '0100020003000' });
  expect(found).toMatchObject({ state: 'unavailable', reason: expect.stringContaining('column PARID, by which') });
});

it('a refusal for another reason stays what it was', async () => {
  const lane = laneOf('anaheim-ca-permits');
  const whole = tableWithout(lane, []);
  const extra = [
    {
      ...whole,
      respond: (request: Parameters<FakeUpstream['respond']>[0]) =>
        request.path.endsWith('/query') ? { body: { error: { code: 400 } } } : whole.respond(request),
    },
  ];
  const found = await readLane(directSources({ extra }), lane, queried(lane));
  expect(found).toMatchObject({ state: 'unavailable' });
  expect('reason' in found && found.reason).not.toContain('no longer has');
});

describe('codes of a domain', () => {
  const lane = laneOf('anaheim-ca-permits');
  const source: LaneSource = {
    ...lane.source,
    freshness: { cadence: 'daily' },
    fields: { ...lane.source.fields, status: { column: 'casestatus', legend: 'layer' } },
  };
  const coded: ConfiguredLane = { ...lane, source };
  const table = (isDescribed: boolean): FakeUpstream => {
    const row = { ...feedRow(lane.source, lane.jurisdiction, past), casestatus: 3 };
    const whole = layerTable({
      cardId: source.cardId,
      endpoint: source.endpoint.slice('https://'.length),
      rows: () => [{ at: pointOfPlace(lane.jurisdiction), columns: row }],
    });
    const codedValues = [{ name: 'Closed', code: 3 }];
    const fields = Object.keys(row).map((name) => ({
      name,
      ...(name === 'casestatus' && { domain: { type: 'codedValue', name: 'Status', codedValues } }),
    }));
    return {
      ...whole,
      respond(request) {
        if (request.path.endsWith('/query')) return whole.respond(request);
        return isDescribed ? { body: { name: 'Synthetic', fields } } : { status: 500, body: {} };
      },
    };
  };

  it('are shown by the names that the layer gives them', async () => {
    const found = await readLane(directSources({ extra: [table(true)] }), coded, queried(lane));
    expect(found).toMatchObject({ state: 'found', data: [{ fields: { status: 'Closed' } }] });
  });

  it('are shown as they are, and the answer says so, where the names cannot be read', async () => {
    const found = await readLane(directSources({ extra: [table(false)] }), coded, queried(lane));
    expect(found).toMatchObject({ state: 'partial', data: [{ fields: { status: '3' } }] });
  });
});
