import type { Command } from 'commander';
import { degrades, findingText, type SourceFindings, type SourceState } from '../kernel/observation.ts';
import type { Service } from '../main.ts';
import { withService } from './open.ts';
import { fail, harmless, paint, say, showProgress } from './terminal.ts';

const styles: Readonly<Record<SourceState, Parameters<typeof paint>[0]>> = {
  fine: 'green',
  changed: 'yellow',
  degraded: 'red',
  not_asked: 'cyan',
  no_question: 'gray',
};

interface Options {
  readonly json?: boolean;
  readonly only?: string;
  readonly accept?: string | true;
  readonly record?: boolean;
}

/** Exit status of a round: 1 where something was found, 3 where nothing was and a source could not be queried. */
export function statusOfRound(found: readonly SourceFindings[]): 0 | 1 | 3 {
  if (found.some(({ findings }) => findings.length > 0)) return 1;
  return found.some(({ state }) => state === 'not_asked') ? 3 : 0;
}

function* roundLines(found: readonly SourceFindings[]): Generator<string> {
  for (const { cardId, state, since, findings } of found) {
    if (state === 'fine' || state === 'no_question') continue;
    yield `${paint(styles[state], state.replace('_', ' ').padEnd(10))} ${cardId}  since ${since.slice(0, 10)}`;
    for (const finding of findings) {
      yield `  ${paint(degrades(finding) ? 'red' : 'yellow', finding.code)}  ${harmless(findingText(finding))}`;
    }
  }
  const count = (state: SourceState) => found.filter((entry) => entry.state === state).length;
  yield `${found.length === 1 ? '1 source' : `${found.length} sources`}: ${count('fine')} fine, ${count('changed')} changed, ${count('degraded')} degraded, ${count('not_asked')} not queried, ${count('no_question')} without a question`;
}

function known(service: Service, cardId: string): string {
  if (service.cards.some(({ id }) => id === cardId)) return cardId;
  return fail(`there is no source card "${cardId}"; place-records doctor lists them`);
}

/** One round on an open service, printed; returns the exit status. `say` takes the lines. */
export async function runSentinel(service: Service, options: Options, print: (line: string) => void): Promise<number> {
  const { only, accept, json, record } = options;
  const accepted = typeof accept === 'string' ? known(service, accept) : undefined;
  const card = only === undefined ? accepted : known(service, only);
  const found = await service.sentinel({
    ...(card !== undefined && { only: [card] }),
    ...(record && { record }),
    ...(accept !== undefined && { accept: accepted === undefined ? 'all' : [accepted] }),
    onProgress: (done, total) => showProgress('asking the sources', done / total),
  });
  if (json) {
    const worded = found.map((entry) => ({
      ...entry,
      findings: entry.findings.map((finding) => ({ ...finding, text: findingText(finding) })),
    }));
    print(JSON.stringify(worded, null, 2));
  } else for (const line of roundLines(found)) print(line);
  return statusOfRound(found);
}

/**
 * `place-records sentinel`, meant to run nightly. Exit status 0 where all is as it was accepted, 1 where something was
 * found, 3 where nothing was found and some sources could not be queried.
 */
export function addSentinelCommand(program: Command): void {
  program
    .command('sentinel')
    .description('asks each source what it has, holds it against what was accepted, keeps findings and history')
    .option('--json', 'as JSON')
    .option('--only <card>', 'one source card')
    .option('--record', 'adds recordings of the answers, without persons, to the folder corpus of the data folder')
    .option('--accept [card]', 'takes what is seen now as what later rounds are held against: of one card, else of all')
    .action(async (options: Options) => {
      process.exitCode = await withService((service) => runSentinel(service, options, say));
    });
}
