import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import type { SourceHealth } from '../kernel/ports/sources.ts';
import { openService } from '../main.ts';
import { paint, say, showProgress } from './terminal.ts';

const style: Record<SourceHealth['verdict'], Parameters<typeof paint>[0]> = {
  answers: 'green',
  moved: 'yellow',
  shape_changed: 'yellow',
  incomplete: 'yellow',
  out_of_date: 'yellow',
  refuses: 'red',
  needs_key: 'cyan',
  unreachable: 'red',
  unknown: 'gray',
};

/**
 * Asks every configured source a few cheap questions; exit status 1 where a source that needs no key does not answer, or a
 * place of the operator's own folder is not served. As JSON the sources alone; `doctor --places --json` has the files.
 */
export async function runDoctor(options: { json?: boolean }): Promise<number> {
  const config = readConfig();
  const service = await openService({ config, log: createLog({ logLevel: 'silent' }) });
  try {
    const problems = service.places.problems();
    const found = await service.examine((done, total) => showProgress('asking the sources', done / total));
    if (options.json) {
      say(JSON.stringify(found, null, 2));
    } else {
      for (const { file, reason } of problems) say(`${paint('red', 'left out'.padEnd(14))} ${file}  ${reason}`);
      for (const { cardId, verdict, reason } of found) {
        say(
          `${paint(style[verdict], verdict.replaceAll('_', ' ').padEnd(14))} ${cardId}${reason ? `  ${reason}` : ''}`,
        );
      }
      const count = (verdict: SourceHealth['verdict']) => found.filter((entry) => entry.verdict === verdict).length;
      say(
        `\n${found.length} sources: ${count('answers')} answer, ${count('needs_key')} need a key, ${count('unreachable')} unreachable`,
      );
    }
    return problems.length > 0 || found.some(({ verdict }) => !['answers', 'needs_key', 'unknown'].includes(verdict))
      ? 1
      : 0;
  } finally {
    await service.close();
  }
}
