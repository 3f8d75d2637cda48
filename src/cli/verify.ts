import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { fail, harmless, paint, say } from './terminal.ts';

function bytesOf(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    return fail(`there is no readable file ${path}`);
  }
}

/** A list of keys as JSON; a text that is none is refused by the check. */
function jsonOf(path: string): unknown {
  try {
    return JSON.parse(Buffer.from(bytesOf(path)).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

interface VerifyFlags {
  readonly root?: string;
  readonly file?: string[];
  readonly keys?: string;
  readonly key?: string;
  readonly json?: boolean;
}

/** `place-records verify <bundle>`: checks an evidence bundle without a network; status 0 where every check held, else 1. */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify <bundle>')
    .description('checks the evidence bundle of a report, offline, and says what was checked')
    .option('--root <hash>', 'root hash that you hold from elsewhere')
    .option('--file <path...>', "a source's answer or the aerial image, looked for by its hash")
    .option('--keys <file>', "the service's /.well-known/jwks.json: is the key its own, and did it sign at that time")
    .option('--key <kid>', 'id of the key that you expect')
    .option('--json', 'the result as JSON')
    .action(async (path: string, options: VerifyFlags) => {
      const { verifyBundle } = await import('../products/place-report/bundle/verify.ts');
      const result = verifyBundle(bytesOf(path), {
        root: options.root,
        key: options.key,
        ...(options.keys !== undefined && { keys: jsonOf(options.keys) }),
        files: (options.file ?? []).map((name) => ({ name: basename(name), bytes: bytesOf(name) })),
      });
      process.exitCode = result.ok ? 0 : 1;
      if (options.json) return say(JSON.stringify(result, null, 2));
      for (const { ok, text } of result.checks)
        say(`${ok ? paint('green', 'ok  ') : paint('red', 'FAIL')}  ${harmless(text)}`);
      for (const note of result.notes) say(`      ${harmless(note)}`);
      say(result.ok ? 'Every check held.' : 'At least one check failed: this is not the bundle as it was made.');
    });
}
