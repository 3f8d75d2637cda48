import { createSearch } from '../src/catalog/search.ts';
import { shippedRegistry } from '../src/composition/shipped-registry.ts';
import { questions } from '../test/catalog/search-questions.ts';
import { type BenchRow, percentile } from './row.ts';

const rounds = 20;

function timed(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** Latency of the catalog search over every labelled question, its first question with the index, and the size of an answer. */
export async function search(): Promise<BenchRow[]> {
  const registry = shippedRegistry();
  const engine = createSearch(registry);
  const first = timed(() => engine.search('flood zone'));
  for (const { q } of questions) engine.search(q);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { q } of questions) times.push(timed(() => engine.search(q)));
  }
  const sizes = questions.map(({ q }) => JSON.stringify(engine.search(q)).length / 3.5);
  const queried = questions.filter(({ accept }) => accept.some((name) => registry.find(name)));
  const fold = (name: string) => name.replaceAll('-', '_');
  const right = queried.filter(({ q, accept }) =>
    accept.map(fold).includes(fold(engine.search(q).hits[0]?.name ?? '')),
  );
  return [
    { name: 'search: one question, p95', value: percentile(times, 0.95), unit: 'ms', bar: { at: 2, is: 'ceiling' } },
    { name: 'search: first question, index included', value: first, unit: 'ms', bar: { at: 150, is: 'ceiling' } },
    {
      name: 'search: answer of five hits, largest',
      value: Math.max(...sizes),
      unit: 'tokens',
      bar: { at: 1500, is: 'ceiling' },
    },
    {
      name: 'search: labelled questions whose tool is first',
      value: right.length / queried.length,
      unit: 'share',
      bar: { at: 0.85, is: 'floor' },
    },
  ];
}
