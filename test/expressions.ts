import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Every regular expression that src and tools write down, with the first place that has it. */
export function expressionsOf(root: string): ReadonlyMap<string, string> {
  const listed = execFileSync('git', ['ls-files', 'src/*.ts', 'tools/*.ts'], { cwd: root, encoding: 'utf8' });
  const found = new Map<string, string>();
  for (const path of listed.trim().split('\n')) {
    const text = readFileSync(`${root}/${path}`, 'utf8');
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node) && !found.has(node.text)) found.set(node.text, path);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

/** Without a repetition there is nothing to examine. */
export const repeats = (expression: string): boolean =>
  /[*+{]/.test(expression.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, '.'));

/** What was found out about each expression, by `npm run expressions`. */
export interface Judged {
  /** Expressions whose time grows with the text alone. */
  readonly linear: readonly string[];
  /** Those whose time grows with its square, each with what bounds the text that it can meet. */
  readonly quadratic: Readonly<Record<string, string>>;
}

export const judgedFile = new URL('./expressions.json', import.meta.url);
export const readJudged = (): Judged => JSON.parse(readFileSync(judgedFile, 'utf8')) as Judged;
