import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { streetNamed } from '../../../src/places/lanes/street-named.ts';
import { queryElms } from '../../../src/sources/drivers/elms.ts';
import { queryLegistar } from '../../../src/sources/drivers/legistar.ts';
import type { UpstreamRequest } from '../../upstreams/fake-upstream.ts';
import { testCard, withRig } from '../rig.ts';

const card = testCard({ endpoint: 'https://council.test/matter' });
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

describe('elms', () => {
  const query = { select: ['title'], idField: 'id', dateField: 'day', since: '2026-08-01' };
  const pages =
    (order: (skip: number, top: number) => readonly number[], count: number) =>
    ({ query: queried }: UpstreamRequest) => {
      const [skip, top] = [Number(queried.get('skip')), Number(queried.get('top'))];
      const data = order(skip, top).map((id) => ({ id, day: '2026-08-02', title: `t${id}`, sponsor: 'SOMEBODY' }));
      return { body: { data, meta: { count } } };
    };
  const slices = (skip: number, top: number) => range(skip, Math.min(skip + top, 1200));

  it('reads pages to their end and keeps the named columns', async () => {
    await withRig({ hosts: ['council.test'], respond: pages(slices, 1200) }, async ({ access, upstreams }) => {
      const found = await queryElms(access, card, { ...query, where: "type eq 'X'", limit: 4000 });
      expect(found.state).toBe('found');
      expect('data' in found && found.data.length).toBe(1200);
      expect(JSON.stringify(found)).not.toContain('SOMEBODY');
      expect(new URLSearchParams(upstreams.requests[0]?.query).get('filter')).toBe(
        "day ge 2026-08-01T00:00:00Z and (type eq 'X')",
      );
      expect(upstreams.requests).toHaveLength(3);
    });
  });

  it('is partial where pages overlap, where the limit cuts, and where a page fails', async () => {
    const overlapping = (skip: number, top: number) => slices(skip === 500 ? 480 : skip, top);
    await withRig({ hosts: ['council.test'], respond: pages(overlapping, 1200) }, async ({ access }) => {
      const found = await queryElms(access, card, { ...query, limit: 4000 });
      expect(found).toMatchObject({ state: 'partial', reason: expect.stringMatching(/counts 1200 .* gave 1180/) });
    });
    await withRig({ hosts: ['council.test'], respond: pages(slices, 1200) }, async ({ access }) => {
      const found = await queryElms(access, card, { ...query, limit: 500 });
      expect(found).toMatchObject({ state: 'partial', reason: expect.stringMatching(/1200 .* first 500/) });
    });
    const breaking = (request: UpstreamRequest) =>
      Number(request.query.get('skip')) > 0 ? { body: { error: 'x' } } : pages(slices, 1200)(request);
    await withRig({ hosts: ['council.test'], respond: breaking }, async ({ access }) => {
      expect(await queryElms(access, card, { ...query, limit: 4000 })).toMatchObject({ state: 'partial' });
    });
  });

  it('keeps nothing apart from another shape', async () => {
    await withRig({ hosts: ['council.test'], respond: pages(() => [], 0) }, async ({ access }) => {
      expect((await queryElms(access, card, query)).state).toBe('empty');
    });
    const renamed = () => ({ body: { data: [{ matter: 1 }], meta: { count: 1 } } });
    await withRig({ hosts: ['council.test'], respond: renamed }, async ({ access }) => {
      expect((await queryElms(access, card, query)).state).toBe('unavailable');
    });
  });
});

describe('legistar', () => {
  const query = { select: ['MatterFile', 'MatterIntroDate'], dateField: 'MatterIntroDate', since: '2026-08-01' };

  it('reads pages of a thousand with the date literal of the interface', async () => {
    const respond = ({ query: queried }: UpstreamRequest) => {
      const skip = Number(queried.get('$skip') ?? 0);
      const rows = range(skip, Math.min(skip + Number(queried.get('$top')), 1500));
      return {
        body: rows.map((id) => ({ MatterFile: id, MatterIntroDate: '2026-08-02', MatterRequester: 'SOMEBODY' })),
      };
    };
    await withRig({ hosts: ['council.test'], respond }, async ({ access, upstreams }) => {
      const found = await queryLegistar(access, card, { ...query, limit: 4000 });
      expect(found.state === 'found' && found.data.length).toBe(1500);
      expect(JSON.stringify(found)).not.toContain('SOMEBODY');
      const first = new URLSearchParams(upstreams.requests[0]?.query);
      expect(first.get('$filter')).toBe("MatterIntroDate ge datetime'2026-08-01'");
      expect(first.get('$top')).toBe('1000');
      expect(await queryLegistar(access, card, { ...query, limit: 100 })).toMatchObject({ state: 'partial' });
    });
  });

  const file = join(import.meta.dirname, '../../../../shared/samples/local/_vendors/legistar-web-api.json');
  it.skipIf(!existsSync(file))('knows the columns of a recorded matter (../shared absent: skipped)', async () => {
    const recorded = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const body = [recorded['GET /v1/mauicounty/Matters/9815']];
    await withRig({ hosts: ['council.test'], respond: () => ({ body }) }, async ({ access }) => {
      const found = await queryLegistar(access, card, { ...query, select: [...query.select, 'MatterTitle'] });
      expect(found).toMatchObject({ state: 'found', data: [{ MatterFile: 'CC 20-464' }] });
    });
  });
});

describe('a street in a title', () => {
  it.each([
    ['rezoning of 115-125 N LaSalle St', '121 N LASALLE ST', 'address'],
    ['at 121 North LaSalle Street.', '121 N LASALLE ST', 'address'],
    ['loading zone on N LaSalle St', '121 N LASALLE ST', 'street'],
    ['at 1121 N LaSalle St', '121 N LASALLE ST', 'street'],
    ['LaSalle Bank license', '121 N LASALLE ST', undefined],
    ['at 35 Broadway', '35 BROADWAY', 'address'],
    ['at 5 Market St', undefined, undefined],
  ])('%s against %s is %s', (title, line, expected) => {
    expect(streetNamed(title, line)).toBe(expected);
  });
});
