import { describe, expect, test } from 'vitest';
import { type AskContext, askTools, bounded, type ToolPart, unanswered } from '../../src/answers/ask-tools.ts';
import { askParts } from '../../src/answers/context-parts.ts';
import type { CatalogEntry } from '../../src/catalog/port.ts';
import type { Answer } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { deadlineIn } from '../../src/kernel/bounded.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import type { ToolName } from '../../src/kernel/tool-names.ts';

const c1 = { sourceName: 'A register', sourceUrl: 'https://example.gov/', fetchedAt: '2026-11-21T12:00:00Z' };
const found = (facts: Record<string, unknown>): Answer => ({
  state: 'found',
  summary: 'Asked and found.',
  facts,
  citations: { c1 },
  searched: [{ source: 'A register', area: 'here', state: 'found' }],
  limits: [],
  verifyNext: [],
});
const value = (text: string) => ({ value: text, citation: 'c1' });
const point: Subject = {
  input: '1 Main St',
  precision: 'address',
  latitude: 35.7,
  longitude: -78.6,
  stateCode: 'NC',
  countyAlternates: [],
  countyCandidates: [],
  candidates: [],
};
const area: Subject = { ...point, precision: 'area', areaKind: 'zip', zip: '27601' };
const soon = () => deadlineIn(60);
const hang = <T = Answer>() => new Promise<T>(() => undefined);

interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A context in which each tool answers as it is reported, and what was queried and said in it. */
function contextOf(answers: Partial<Record<ToolName, () => Promise<Answer>>>) {
  const queried: Call[] = [];
  const logged: object[] = [];
  const progress: string[] = [];
  const abort = new AbortController();
  const entry = (tool: string): Partial<CatalogEntry> => ({
    name: tool,
    arguments: ['address', 'latitude', 'longitude'],
    subject: 'point',
  });
  const ctx = {
    catalog: { all: () => [], find: entry },
    signal: abort.signal,
    log: { error: (fields: object) => void logged.push(fields) },
    progress: (message: string) => void progress.push(message),
    call: (tool: ToolName, args: Call['args']) => {
      queried.push({ tool, args });
      return answers[tool]?.() ?? Promise.resolve(found({ zone: value('X') }));
    },
  } as unknown as AskContext;
  return { ctx, queried, logged, progress, abort };
}

const flood: ToolPart = { tool: 'svc_flood_zone', title: 'flood zone' };
const soil: ToolPart = { tool: 'svc_soil_context', title: 'Soil', lane: 'parcel', extraArguments: { radiusMeters: 5 } };

describe('askTools', () => {
  test('derives the arguments from the place, or takes those that are given, and keeps the order of the parts', async () => {
    const { ctx, queried, progress } = contextOf({});
    const own: ToolPart = { ...flood, args: { state: 'NC' } };
    const readings = await askTools(ctx, [soil, own], soon(), { subject: point, address: '1 Main St' });
    expect(queried).toEqual([
      { tool: 'svc_soil_context', args: { address: '1 Main St', radiusMeters: 5 } },
      { tool: 'svc_flood_zone', args: { state: 'NC' } },
    ]);
    expect(readings.map(({ answer: _answer, ...reading }) => reading)).toEqual([
      { id: 'soil_context', tool: 'svc_soil_context', title: 'Soil', lane: 'parcel' },
      { id: 'flood_zone', tool: 'svc_flood_zone', title: 'flood zone' },
    ]);
    expect(progress).toEqual(['Soil', 'flood zone']);
  });

  test('says in one wording for each kind why a part has no answer; the others stand', async () => {
    const broken = () => Promise.reject(new Error('synthetic'));
    const { ctx, logged } = contextOf({ svc_flood_zone: hang, svc_soil_context: broken });
    const readings = await askTools(ctx, [flood, soil, { tool: 'svc_zoning', title: 'Zoning' }], soon(), {
      subject: point,
    });
    const none = { citations: {}, searched: [], limits: [], verifyNext: [] };
    expect(readings.map(({ answer }) => answer)).toEqual([
      { state: 'unavailable', summary: 'Flood zone did not answer within 0 seconds.', ...none },
      { state: 'unavailable', summary: 'Soil failed inside this service.', ...none },
      found({ zone: value('X') }),
    ]);
    expect(logged).toEqual([{ err: new Error('synthetic'), part: 'Soil' }]);
  });

  test('does not ask a tool that takes a point about an area', async () => {
    const { ctx, queried } = contextOf({});
    const [reading] = await askTools(ctx, [flood], soon(), { subject: area });
    expect(queried).toEqual([]);
    expect(reading?.answer).toEqual(
      unanswered('unresolved', 'Flood zone takes an address, and the place is known to its area only.'),
    );
  });

  test('ends with the caller', async () => {
    const { ctx, abort } = contextOf({
      svc_flood_zone: () => {
        abort.abort();
        return Promise.reject(new Error('the caller left'));
      },
    });
    await expect(askTools(ctx, [flood], soon(), { subject: point })).rejects.toThrow('the caller left');
  });

  test('asks all at once, and what comes after the other has what is left of the deadline', async () => {
    const { ctx } = contextOf({ svc_flood_zone: hang, svc_soil_context: hang });
    const deadline = deadlineIn(200);
    await askTools(ctx, [flood, soil], deadline, { subject: point });
    const late = await bounded(ctx, deadline, 'the second step', hang<string>(), (why) => why);
    expect(late).toBe('The second step did not answer within 0 seconds.');
    // a timer may fire a fraction of a millisecond before the clock says so
    expect(deadline.remainingMs()).toBeLessThan(1);
  });
});

describe('askParts', () => {
  const parts = {
    flood: { tool: 'svc_flood_zone', label: 'flood map', keep: ['zone', 'panels'], entries: 1 },
    soil: { tool: 'svc_soil_context', label: 'soil', keep: ['units'] },
    zoning: { tool: 'svc_zoning', label: 'zoning' },
  } as const;

  test('folds what the parts say into one answer: states, sources, facts as far as they are kept, citations', async () => {
    const facts = { zone: value('AE'), panels: [value('1'), value('2')], other: value('left out') };
    const { ctx, queried } = contextOf({
      svc_flood_zone: () => Promise.resolve(found(facts)),
      svc_soil_context: () => Promise.resolve(unanswered('empty', 'No unit is mapped.')),
      svc_zoning: () => Promise.reject(new Error('synthetic')),
    });
    const answer = new AnswerBuilder();
    // so that the parts' own keys cannot be kept by chance
    answer.cite({ ...c1, sourceName: 'Another register' });
    const folded = await askParts(ctx, answer, parts, (name) => ({ of: name }));
    expect(queried.map(({ args }) => args)).toEqual([{ of: 'flood' }, { of: 'soil' }, { of: 'zoning' }]);
    expect(folded).toMatchObject({
      facts: { flood: { zone: { value: 'AE', citation: 'c2' }, panels: [{ value: '1', citation: 'c2' }] } },
      components: {
        flood: { state: 'found' },
        soil: { state: 'empty', reason: 'No unit is mapped.' },
        zoning: { state: 'unavailable', reason: 'Zoning failed inside this service.' },
      },
      summaries: {
        flood: 'Asked and found.',
        soil: 'No unit is mapped.',
        zoning: 'Zoning failed inside this service.',
      },
      withFacts: ['flood map'],
      withoutFacts: ['soil'],
      unread: ['zoning'],
    });
    expect(answer.finish({ summary: '' })).toMatchObject({
      state: 'partial',
      searched: [
        { source: 'A register (svc_flood_zone)', area: 'here', state: 'found' },
        { source: 'svc_soil_context', area: 'nothing was queried', state: 'empty' },
        { source: 'svc_zoning', area: 'nothing was queried', state: 'unavailable' },
      ],
    });
  });
});
