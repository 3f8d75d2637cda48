import { describe, expect, it } from 'vitest';
import type { SourceAccess, SourceReply } from '../../../src/kernel/ports/sources.ts';
import { sourceCard } from '../../../src/sources/cards.ts';
import { circleParams, queryEcho } from '../../../src/sources/drivers/echo.ts';
import { hasSample, sampleJson } from '../samples.ts';
import { unkept } from '../unkept.ts';

const card = sourceCard('epa-echo');

/** Answers the steps in turn, under the same rule for errors in a 200 as the client. */
function replies(...bodies: readonly unknown[]): SourceAccess & { readonly queried: URL[] } {
  const queried: URL[] = [];
  return {
    queried,
    ...unkept,
    hasKey: () => true,
    async fetch(_card, request): Promise<SourceReply> {
      const body = bodies[Math.min(queried.length, bodies.length - 1)];
      queried.push(new URL(request.url));
      const at = '2026-11-21T12:00:00Z';
      if (request.detectError?.(body)) return { ok: false, kind: 'error_in_body', reason: 'refused', url: '', at };
      return {
        ok: true,
        status: 200,
        body,
        url: '',
        fetchedAt: at,
        synthetic: false,
        bodyHash: String(queried.length),
      };
    },
  };
}

const search = (rows: number) => ({ Results: { Message: 'Success', QueryRows: String(rows), QueryID: '7' } });
const page = (...ids: string[]) => ({
  Results: { Message: 'Working', Facilities: ids.map((id) => ({ FacName: id, RegistryID: id })) },
});
const question = { params: { p_st: 'NC' }, columns: [1, 18], limit: 1000 } as const;

describe('the two steps of ECHO', () => {
  it('asks for the rows under the number that the search gave, with the columns named', async () => {
    const sources = replies(search(2), page('a', 'b'));
    expect(await queryEcho(sources, card, question)).toMatchObject({ state: 'found', data: { total: 2 } });
    expect(sources.queried[1]?.searchParams.get('qid')).toBe('7');
    expect(sources.queried[1]?.searchParams.get('qcolumns')).toBe('1,18');
  });

  it('is empty without a second step where the search counts none', async () => {
    const sources = replies(search(0));
    expect((await queryEcho(sources, card, question)).state).toBe('empty');
    expect(sources.queried).toHaveLength(1);
  });

  it('reads further pages, and is partial where fewer rows come than were counted', async () => {
    const whole = await queryEcho(replies(search(3), page('a', 'b'), page('c')), card, question);
    expect(whole).toMatchObject({ state: 'found', data: { rows: [{}, {}, {}] } });
    const cut = await queryEcho(replies(search(9), page('a'), page()), card, question);
    expect(cut).toMatchObject({ state: 'partial', data: { total: 9, rows: [{}] } });
  });

  it('is unavailable on an error inside a 200, in either step', async () => {
    const error = { Results: { Error: { ErrorMessage: 'Queryset Limit would be exceeded' } } };
    expect((await queryEcho(replies(error), card, question)).state).toBe('unavailable');
    expect((await queryEcho(replies(search(2), error), card, question)).state).toBe('unavailable');
  });

  it('sends the radius in miles', () => {
    expect(circleParams({ latitude: 35.7783, longitude: -78.6431 }, 1609.344)).toEqual({
      p_lat: '35.778300',
      p_long: '-78.643100',
      p_radius: '1.000',
    });
  });

  it.skipIf(!hasSample('federal/epa-echo/air_get_facilities.json'))(
    'reads recorded searches and a recorded error',
    async () => {
      const recorded = sampleJson('federal/epa-echo/air_get_facilities.json');
      const sources = replies(recorded, page('a'));
      expect(await queryEcho(sources, card, question)).toMatchObject({ state: 'found', data: { total: 1 } });
      expect(sources.queried[1]?.searchParams.get('qid')).toBe('979');
      const error = sampleJson('federal/epa-echo/cwa_get_facilities_error_queryset_limit.json');
      expect((await queryEcho(replies(error), card, question)).state).toBe('unavailable');
    },
  );
});
