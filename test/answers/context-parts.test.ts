import { describe, expect, it } from 'vitest';
import type { AskContext } from '../../src/answers/ask-tools.ts';
import { askParts, ownLookup } from '../../src/answers/context-parts.ts';
import type { Answer } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';

const sentence = 'The area was requested: 2,193 housing units were estimated.';
const partial: Answer = {
  state: 'partial',
  summary: sentence,
  citations: {},
  searched: [],
  limits: [],
  verifyNext: [],
};

/** What a composed tool makes of one part that answers so. */
async function folded(answer: Answer) {
  const ctx = {
    call: () => Promise.resolve(answer),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    signal: new AbortController().signal,
    progress() {},
  } as unknown as AskContext;
  const own = new AnswerBuilder();
  const parts = { flood: { tool: 'svc_flood_zone', label: 'flood map' } } as const;
  const { components } = await askParts(ctx, own, parts, () => ({}));
  return { component: components.flood, searched: own.finish({ summary: '' }).searched };
}

describe('a part of a composed answer', () => {
  it('says of a partial part what it could not read, never its sentence', async () => {
    const { component, searched } = await folded({
      ...partial,
      searched: [
        { source: 'Census', area: 'tract 501', period: '2019-2023', state: 'found' },
        { source: 'FHFA', area: 'Wake County', period: '2019-2023', state: 'unavailable', reason: 'HTTP 500' },
      ],
    });
    expect(component).toEqual({ state: 'partial', reason: 'FHFA: HTTP 500', tool: 'svc_flood_zone' });
    // the perimeter of the part's own questions, and not "the place requested"
    expect(searched).toEqual([
      {
        source: 'Census and 1 more (svc_flood_zone)',
        area: 'tract 501; Wake County',
        period: '2019-2023',
        state: 'partial',
      },
    ]);
  });

  it('names the parts of a part where each of its questions was answered', async () => {
    const { component } = await folded({
      ...partial,
      searched: [{ source: 'Census', area: 'tract 501', state: 'found' }],
      components: { housing: { state: 'found' }, prices: { state: 'not_covered', reason: 'no table of this state' } },
    });
    expect(component).toEqual({ state: 'partial', reason: 'prices: no table of this state', tool: 'svc_flood_zone' });
  });

  it('has a reason of its own where a part names none', async () => {
    const { component } = await folded(partial);
    expect(component).toEqual({
      state: 'partial',
      reason: 'not all of what it asks brought facts',
      tool: 'svc_flood_zone',
    });
  });

  it('repeats the sentence of a part without facts: that is why it has none', async () => {
    const { component } = await folded({ ...partial, state: 'not_covered', summary: 'No map is published here.' });
    expect(component).toEqual({ state: 'not_covered', reason: 'No map is published here.', tool: 'svc_flood_zone' });
  });

  it('makes a question of its own that breaks unavailable, and names the source', async () => {
    const ctx = {
      log: { debug() {}, info() {}, warn() {}, error() {} },
      signal: new AbortController().signal,
    } as unknown as AskContext;
    const broken = await ownLookup(ctx, 'The register', Promise.reject(new Error('boom')));
    expect(broken).toEqual({
      state: 'unavailable',
      source: 'The register',
      reason: 'The register failed inside this service.',
    });
  });
});
