import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const manual =
  'install the instrumenter: npm install --prefix <folder> @stryker-mutator/instrumenter@9.5.1, then set STRYKER_HOME=<folder>';

/** StrykerJS's instrumenter, from the folder of STRYKER_HOME or from beside vitest. */
async function loadInstrumenter() {
  const { resolve: find } = createRequire(join(resolve(process.env.STRYKER_HOME ?? '.'), 'package.json'));
  try {
    const { Instrumenter } = await import(pathToFileURL(find('@stryker-mutator/instrumenter')).href);
    return Instrumenter;
  } catch (error) {
    if (error?.code === 'MODULE_NOT_FOUND') throw new Error(manual);
    throw error;
  }
}

const silent = {
  isDebugEnabled: () => false,
  ...Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, () => {}])),
};

/**
 * Writes each file with all its mutants behind switches (`globalThis.__stryker__.activeMutant`) into `folder`.
 * A mutant names its line, what stood there and what it puts there.
 */
export async function instrument(files, folder) {
  const Instrumenter = await loadInstrumenter();
  const contents = files.map(({ file }) => readFileSync(file, 'utf8'));
  const given = files.map(({ file }, index) => ({ name: resolve(file), content: contents[index], mutate: true }));
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: false };
  const { files: written, mutants } = await new Instrumenter(silent).instrument(given, options);
  const sources = written.map(({ name, content }, index) => {
    const path = resolve(folder, `${index}.ts`);
    writeFileSync(path, content);
    return { module: name, instrumented: path, tests: files[index].tests };
  });
  return {
    sources,
    mutants: mutants.map(({ id, fileName, location, mutatorName, replacement }) => {
      const source = sources.findIndex(({ module }) => module === fileName);
      return {
        id,
        source,
        line: location.start.line + 1,
        mutatorName,
        original: cut(contents[source], location),
        replacement,
      };
    }),
  };
}

/** The text between two positions, which count lines and columns from 0. */
function cut(content, { start, end }) {
  const lines = content.split('\n').slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return lines.join('\n');
}
