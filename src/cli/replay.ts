import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { CitationReplay, FactReplay, FieldChange, ReplayVerdict } from '../pipeline/evidence/compare.ts';
import { fail, harmless, paint, say, showProgress } from './terminal.ts';

const styles: Readonly<Record<ReplayVerdict, Parameters<typeof paint>[0]>> = {
  same: 'green',
  same_facts: 'green',
  changed: 'yellow',
  gone: 'red',
  cannot_ask: 'gray',
};
const longest = 120;

const shown = (value: unknown) => {
  const text = harmless(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  return text.length > longest ? `${text.slice(0, longest)}\u2026` : text;
};

const changeLine = ({ field, from, to }: FieldChange) =>
  `        ${field}: ${from === undefined ? 'nothing' : shown(from)} -> ${to === undefined ? 'nothing' : shown(to)}`;

function* factLines({ path, verdict, changes }: FactReplay): Generator<string> {
  if (verdict === 'same' || verdict === 'same_facts') return;
  yield `      ${paint(styles[verdict], verdict)}  ${path}`;
  for (const change of changes ?? []) yield changeLine(change);
}

function* citationLines({
  reference,
  sourceName,
  verdict,
  reason,
  facts,
  added,
}: CitationReplay & { reference: string }) {
  const counted = facts.length === 1 ? '1 fact' : `${facts.length} facts`;
  yield `  ${paint(styles[verdict], verdict.padEnd(10))} ${reference}  ${shown(sourceName)}, ${counted}${added > 0 ? `, ${added} more now` : ''}${reason ? `. ${shown(reason)}` : ''}`;
  for (const fact of facts) yield* factLines(fact);
}

/** What a reader hands over: a file with references in it, or one reference. */
function subjectOf(given: string): unknown {
  if (!existsSync(given)) return { evidence: given };
  try {
    return JSON.parse(readFileSync(given, 'utf8'));
  } catch {
    return fail(`${given} is not JSON: give an answer, a report or a bundle as it was received`);
  }
}

/**
 * `place-records replay <answer file | evidence id | bundle>`: asks again what the facts rest on. Exit status 0 where
 * all say the same, 1 where something changed or is gone, 3 where something could not be queried and nothing else changed.
 */
export function addReplayCommand(program: Command): void {
  program
    .command('replay <what>')
    .description(
      'asks again what an answer, a bundle or one evidence id rests on, and says fact by fact what became of it',
    )
    .option('--json', 'the result as JSON')
    .action(async (what: string, options: { json?: boolean }) => {
      const [{ referencesIn }, { gravest }, { withService }] = await Promise.all([
        import('../pipeline/evidence/replay.ts'),
        import('../pipeline/evidence/compare.ts'),
        import('./open.ts'),
      ]);
      const references = referencesIn(subjectOf(what));
      if (references.length === 0)
        fail(`${what} is neither a file nor an evidence id, or the file holds no reference to evidence`);
      await withService(async (service) => {
        const replays = await service.replay(references, {
          signal: new AbortController().signal,
          requestId: randomUUID(),
          progress: (message) => showProgress(message, 0),
        });
        const verdict = gravest(replays.flatMap(({ citations }) => citations.map((one) => one.verdict)));
        process.exitCode = { same: 0, same_facts: 0, changed: 1, gone: 1, cannot_ask: 3 }[verdict];
        if (options.json) return say(JSON.stringify({ verdict, replays }, null, 2));
        for (const { id, tool, citations } of replays) {
          say(`${paint('bold', tool ?? 'unknown tool')}  evidence ${id}`);
          for (const citation of citations) for (const line of citationLines(citation)) say(line);
        }
        say(`Altogether: ${paint(styles[verdict], verdict)}`);
      });
    });
}
