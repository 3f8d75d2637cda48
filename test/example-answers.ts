import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PaidTool, Tool } from '../src/catalog/registry.ts';
import type { Flyer } from '../src/products/property-flyer/schema.ts';
import type { SurroundingReport } from '../src/products/surrounding-area-report/schema.ts';
import { openService, type TestService } from './harness.ts';
import { runPaid } from './paid-answer.ts';
import { preparedExample } from './prepared-examples.ts';

/** What a tool answers to each of its examples, by the example's title: the content of `test/golden/<tool>.json`. */
export type ExampleAnswers = Readonly<Record<string, unknown>>;

/** Made anew in each run; everything else, fetch times included, follows from the fixed clock of the tests. */
const randomId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Ids of jobs are drawn anew for each sale. */
const jobIds = /\b[a-z2-7]{26}(?=(?:\.atom)?")/g;

/** References of evidence follow from all that was queried, and would change with any of it: what they lead to has its own test. */
const evidenceReferences = /("evidence":")[2-9b-z]{12}(-\d+")/g;

/** What follows from a random id: hashes over it, and its seal. */
const madeOfIds = /("(?:packetHash|mapHash|mac)":")[^"]+(")/g;

/** A report of a packet without what follows from the packet's random id: its address and the bytes that name it. */
function withoutIds(answer: unknown): unknown {
  const { body } = (answer ?? {}) as { body?: Partial<SurroundingReport> };
  if (body?.kind !== 'surrounding_area_report') return answer;
  const address = body.html?.url.split('/').at(-1) ?? 'none';
  const made = [body.html?.contentHash, body.pdf?.contentHash, address];
  const text = made.reduce<string>(
    (all, one, at) => all.replaceAll(one ?? 'none', `made-${at + 1}`),
    JSON.stringify(answer),
  );
  return JSON.parse(text);
}

/**
 * A flyer without what follows from drawn pixels, which have a test of their own, and from the whole of its report, which
 * has its own file.
 */
function withoutDrawn(answer: unknown): unknown {
  const { body } = (answer ?? {}) as { body?: Partial<Flyer> };
  if (body?.kind !== 'property_flyer') return answer;
  const made = [body.id, body.image?.contentHash, body.pdf?.contentHash, body.reportId, body.reportHash];
  const text = made.reduce<string>(
    (all, one, at) => all.replaceAll(one ?? 'none', `made-${at + 1}`),
    JSON.stringify(answer),
  );
  return JSON.parse(text);
}

const folder = join(import.meta.dirname, 'golden');
export const goldenFile = (name: string) => join(folder, `${name}.json`);

/** Runs every example of a tool. A free tool's paid route sells the same answer, so that a tool has one file. */
async function askExamples(service: TestService, tool: Tool): Promise<ExampleAnswers> {
  const answers: Record<string, unknown> = {};
  for (const { title, arguments: shown } of tool.examples) {
    const given = await preparedExample(service, tool.slug, shown);
    answers[title] =
      tool.kind === 'free'
        ? await service.call(tool.name, given)
        : withoutIds(withoutDrawn(await runPaid(service, tool as PaidTool, given)));
  }
  const text = JSON.stringify(answers)
    .replaceAll(randomId, 'random-id')
    .replaceAll(jobIds, 'job-id')
    .replaceAll(madeOfIds, '$1made-anew$2')
    .replaceAll(evidenceReferences, '$1evidence$2');
  return JSON.parse(text) as ExampleAnswers;
}

/**
 * The answers of today. What the coverage tools say about the service itself (demand, health of sources) depends on the
 * calls before them, so each of them is queried in a service of its own.
 */
export async function answerExamples(shared: TestService, tool: Tool): Promise<ExampleAnswers> {
  if (tool.category !== 'coverage') return askExamples(shared, tool);
  const own = await openService();
  try {
    // so that there is a demand to report
    await own.call('svc_request_coverage', { place: 'Biloxi, MS' });
    return await askExamples(own, tool);
  } finally {
    await own.close();
  }
}

/** Names of the tools whose answers are kept. */
export function goldenNames(): string[] {
  return readdirSync(folder)
    .map((file) => file.replace(/\.json$/, ''))
    .sort();
}

/** The kept answers of a tool; throws where there are none. */
export function readGolden(name: string): ExampleAnswers {
  return JSON.parse(readFileSync(goldenFile(name), 'utf8')) as ExampleAnswers;
}

export function writeGolden(name: string, answers: ExampleAnswers): void {
  writeFileSync(goldenFile(name), `${JSON.stringify(answers, null, 2)}\n`);
}
