import { describe, expect, test } from 'vitest';
import { queryCarto } from '../../../src/sources/drivers/carto.ts';
import { queryCkan, resolveResource } from '../../../src/sources/drivers/ckan.ts';
import { queryCsv, readCsv } from '../../../src/sources/drivers/csv.ts';
import { queryOpenFema } from '../../../src/sources/drivers/openfema.ts';
import { quoted } from '../../../src/sources/drivers/rows.ts';
import { querySocrata } from '../../../src/sources/drivers/socrata.ts';
import type { UpstreamRequest } from '../../upstreams/fake-upstream.ts';
import { testCard, withRig } from '../rig.ts';
import { hasSample, sampleJson } from '../samples.ts';

const point = { latitude: 41.8838, longitude: -87.6319 };
const rowsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: String(from + index), owner_name: 'SOMEBODY' }));

describe('socrata', () => {
  const card = testCard({ endpoint: 'https://data.test/resource/abcd-1234.json' });
  const slice = ({ query }: UpstreamRequest, total: number) => {
    const offset = Number(query.get('$offset') ?? 0);
    return { body: rowsOf(Math.max(0, Math.min(Number(query.get('$limit')), total - offset)), offset) };
  };

  test('selects its columns, bounds the circle, cuts at the limit', async () => {
    await withRig({ hosts: ['data.test'], respond: (request) => slice(request, 30) }, async ({ access, upstreams }) => {
      const found = await querySocrata(access, card, {
        select: ['id', 'count(*) as n'],
        where: `kind = ${quoted("O'Brien")}`,
        within: { column: 'location', point, radiusMeters: 200 },
        order: 'id DESC',
        limit: 10,
      });
      expect(found).toMatchObject({ state: 'partial', reason: expect.stringContaining('more than 10') });
      expect('data' in found && found.data.length).toBe(10);
      expect(JSON.stringify(found)).not.toContain('SOMEBODY');
      expect(Object.fromEntries(new URLSearchParams(upstreams.requests[0]?.query))).toEqual({
        $select: 'id,count(*) as n',
        $where: "(kind = 'O''Brien') AND within_circle(location, 41.8838, -87.6319, 200)",
        $order: 'id DESC',
        $limit: '11',
      });
    });
  });

  test('an aliased or computed column keeps the name under which it comes back', async () => {
    const body = [{ n: '7', max_year: '2026', count: '9', other: 'x' }];
    await withRig({ hosts: ['data.test'], respond: () => ({ body }) }, async ({ access }) => {
      const found = await querySocrata(access, card, { select: ['count(*) AS n', 'max(year)', 'count(*)'] });
      expect('data' in found && found.data).toEqual([{ n: '7', max_year: '2026', count: '9' }]);
    });
  });

  test('large answers are read in pages', async () => {
    await withRig(
      { hosts: ['data.test'], respond: (request) => slice(request, 12_000) },
      async ({ access, upstreams }) => {
        const found = await querySocrata(access, card, { select: ['id'], limit: 20_000 });
        expect(found.state).toBe('found');
        expect('data' in found && new Set(found.data.map((row) => row.id)).size).toBe(12_000);
        expect(new URLSearchParams(upstreams.requests[0]?.query).get('$order')).toBe(':id');
      },
    );
  });

  test('nothing is empty; an error object is unavailable', async () => {
    const ask = async (body: unknown) => {
      let state = '';
      await withRig({ hosts: ['data.test'], respond: () => ({ body }) }, async ({ access }) => {
        state = (await querySocrata(access, card, { select: ['id'] })).state;
      });
      return state;
    };
    expect(await ask([])).toBe('empty');
    expect(await ask({ error: true, message: 'Invalid SoQL query' })).toBe('unavailable');
    expect(await ask({ code: 'query.compiler.malformed', message: 'x' })).toBe('unavailable');
    expect(await ask({ data: [] })).toBe('unavailable');
  });

  const permits = 'local/chicago-il/permits-building.json';
  test.skipIf(!hasSample(permits))('recorded Chicago permits (../shared/samples)', async () => {
    await withRig({ hosts: ['data.test'], respond: () => ({ body: sampleJson(permits) }) }, async ({ access }) => {
      const found = await querySocrata(access, card, { select: ['permit_', 'issue_date', 'reported_cost'] });
      expect('data' in found && found.data[0]).toMatchObject({ permit_: expect.any(String) });
      expect(JSON.stringify(found)).not.toMatch(/contact_/);
    });
  });
});

describe('openfema', () => {
  const card = testCard({ endpoint: 'https://www.fema.gov/api/open' });
  const hosts = ['www.fema.gov'];
  const query = { entity: 'v2/DisasterDeclarationsSummaries', filter: "state eq 'NC'", select: ['disasterNumber'] };
  const respond =
    (total: number, count: number | undefined = total) =>
    ({ query: queried }: UpstreamRequest) => {
      const skip = Number(queried.get('$skip') ?? 0);
      const size = Math.max(0, Math.min(Number(queried.get('$top')), total - skip));
      const rows = Array.from({ length: size }, (_, index) => ({
        disasterNumber: skip + index,
        ownerName: 'SOMEBODY',
      }));
      return { body: { metadata: { count }, DisasterDeclarationsSummaries: rows } };
    };

  test('encodes the dollar sign, counts, keeps the named fields', async () => {
    const seen: string[] = [];
    await withRig({ hosts, respond: respond(3) }, async ({ access, queried }) => {
      const found = await queryOpenFema(access, card, query);
      seen.push(...queried.map((entry) => entry.url));
      expect(found).toMatchObject({ state: 'found', data: { count: 3 } });
      expect('data' in found && found.data.rows[0]).toEqual({ disasterNumber: 0 });
    });
    expect(seen[0]).toBe(
      'https://www.fema.gov/api/open/v2/DisasterDeclarationsSummaries' +
        '?%24filter=state%20eq%20%27NC%27&%24inlinecount=allpages&%24select=disasterNumber&%24top=1000',
    );
    expect(quoted("O'Neil")).toBe("'O''Neil'");
  });

  test('pages by a thousand; what is left out is partial and says how much', async () => {
    await withRig({ hosts, respond: respond(2500) }, async ({ access, upstreams }) => {
      const all = await queryOpenFema(access, card, { ...query, limit: 5000 });
      expect('data' in all && [all.state, all.data.rows.length]).toEqual(['found', 2500]);
      expect(upstreams.requests.length).toBe(3);
      expect(await queryOpenFema(access, card, { ...query, limit: 100 })).toMatchObject({
        state: 'partial',
        data: { count: 2500 },
        reason: 'The source has 2500 matching records; the first 100 were read.',
      });
    });
  });

  test('a count of 0 beside rows means that no one counted', async () => {
    await withRig({ hosts, respond: respond(50, 0) }, async ({ access }) => {
      expect(await queryOpenFema(access, card, query)).toMatchObject({ state: 'found', data: { count: 50 } });
      expect(await queryOpenFema(access, card, { ...query, limit: 50 })).toMatchObject({
        state: 'partial',
        data: { count: undefined },
      });
    });
  });

  test('a list that is counted and not given is a failure and never empty', async () => {
    await withRig({ hosts, respond: respond(0, 7) }, async ({ access }) => {
      expect(await queryOpenFema(access, card, query)).toMatchObject({
        state: 'unavailable',
        reason: 'The source counts 7 records and gave 0.',
      });
    });
  });

  test('no rows are empty; no list is unavailable', async () => {
    await withRig({ hosts, respond: respond(0) }, async ({ access }) => {
      expect((await queryOpenFema(access, card, query)).state).toBe('empty');
    });
    await withRig({ hosts, respond: () => ({ body: { metadata: {} } }) }, async ({ access }) => {
      expect((await queryOpenFema(access, card, query)).state).toBe('unavailable');
    });
  });
});

describe('ckan', () => {
  const card = testCard({ endpoint: 'https://data.test/api/3/action' });
  const actionUrl = 'https://data.test/api/3/action';
  const resourceId = '12345678-1234-1234-1234-123456789012';

  test('a package leads to its latest resource that can be queried', async () => {
    const resources = [
      { id: 'a', name: 'Violations 2024', datastore_active: true, last_modified: '2024-05-01' },
      { id: 'b', name: 'Violations 2026', datastore_active: 'true', last_modified: '2026-05-01' },
      { id: 'c', name: 'Violations PDF', datastore_active: false, last_modified: '2026-06-01' },
    ];
    const respond = () => ({ body: { success: true, result: { resources } } });
    await withRig({ hosts: ['data.test'], respond }, async ({ access }) => {
      const found = await resolveResource(access, card, { actionUrl, package: 'violations', pattern: /violations/i });
      expect(found).toMatchObject({ state: 'found', data: { id: 'b', name: 'Violations 2026' } });
      const none = await resolveResource(access, card, { actionUrl, package: 'violations', pattern: /permits/i });
      expect(none.state).toBe('unavailable');
    });
  });

  test('asks in SQL for named columns only', async () => {
    const respond = () => ({ body: { success: true, result: { records: rowsOf(3) } } });
    await withRig({ hosts: ['data.test'], respond }, async ({ access, upstreams }) => {
      const query = {
        actionUrl,
        resourceId,
        select: ['id'],
        conditions: [{ column: 'Zip', oneOf: ["O'Brien"] }],
        limit: 2,
      };
      const found = await queryCkan(access, card, query);
      expect(found).toMatchObject({ state: 'partial', data: [{ id: '0' }, { id: '1' }] });
      expect(new URLSearchParams(upstreams.requests[0]?.query).get('sql')).toBe(
        `SELECT "id" FROM "${resourceId}" WHERE "Zip" IN ('O''Brien') LIMIT 3`,
      );
      await expect(queryCkan(access, card, { ...query, resourceId: 'x"; DROP' })).rejects.toThrow(/UUID/);
    });
    await withRig({ hosts: ['data.test'], respond: () => ({ body: { success: false } }) }, async ({ access }) => {
      expect((await queryCkan(access, card, { actionUrl, resourceId, select: ['id'] })).state).toBe('unavailable');
    });
  });
});

describe('carto', () => {
  const card = testCard();
  const sqlUrl = 'https://sql.test/api/v2/sql';
  test('asks in SQL by distance; keeps named columns', async () => {
    const respond = () => ({ body: { rows: [{ id: 'a', lat: 1, owner: 'SOMEBODY' }], total_rows: 1 } });
    await withRig({ hosts: ['sql.test'], respond }, async ({ access, upstreams }) => {
      const found = await queryCarto(access, card, {
        sqlUrl,
        table: 'permits',
        select: ['id', 'ST_Y(the_geom) AS lat'],
        where: `status = ${quoted('OPEN')}`,
        within: { column: 'the_geom', point, radiusMeters: 100 },
        order: 'id',
        limit: 5,
      });
      expect('data' in found && found.data).toEqual([{ id: 'a', lat: 1 }]);
      expect(new URLSearchParams(upstreams.requests[0]?.query).get('q')).toBe(
        "SELECT id, ST_Y(the_geom) AS lat FROM permits WHERE (status = 'OPEN') AND ST_DWithin(the_geom::geography," +
          'ST_SetSRID(ST_MakePoint(-87.6319,41.8838),4326)::geography,100) ORDER BY id LIMIT 6',
      );
    });
  });

  const transfers = 'local/philadelphia-pa/parcel-transfers-rtt.json';
  test.skipIf(!hasSample(transfers))('recorded Philadelphia transfers (../shared/samples)', async () => {
    await withRig({ hosts: ['sql.test'], respond: () => ({ body: sampleJson(transfers) }) }, async ({ access }) => {
      const found = await queryCarto(access, card, {
        sqlUrl,
        table: 'rtt_summary',
        select: ['document_type', 'document_date'],
      });
      expect('data' in found && found.data.length).toBe(2);
      expect(JSON.stringify(found)).not.toMatch(/grantor|grantee/);
    });
  });
});

describe('csv', () => {
  const card = testCard();
  test('keeps named columns and quotes; a line break inside a value is a space', async () => {
    const text = '\ufeffname,note,owner\n"A, B","two\nlines",SOMEBODY\nC,,SOMEBODY\n';
    expect(await readCsv(text, { columns: ['name', 'note'] })).toEqual([
      { name: 'A, B', note: 'two lines' },
      { name: 'C', note: '' },
    ]);
    expect(await readCsv(text, { columns: ['name', 'gone'] })).toBeUndefined();
    expect(await readCsv('a,b\n"broken', { columns: ['a'] })).toBeUndefined();
  });

  test('a file of 10,000 rows and more is cut, one that lost a column is not read', async () => {
    const body = Buffer.from(`place,n\nCañon City,1\n${'Elsewhere,2\n'.repeat(10_000)}`);
    await withRig({ respond: () => ({ body, headers: { 'content-type': 'text/csv' } }) }, async ({ access }) => {
      const query = { request: { url: card.endpoint }, columns: ['place', 'n'] };
      const found = await queryCsv(access, card, query);
      expect('data' in found && found.data[0]).toEqual({ place: 'Cañon City', n: '1' });
      expect(found).toMatchObject({
        state: 'partial',
        reason: 'The source has 10001 matching records; the first 10000 were read.',
      });
      expect((await queryCsv(access, card, { ...query, columns: ['gone'] })).state).toBe('unavailable');
    });
  });
});
