/**
 * Which test reaches which mutant, from the run without one. A mutant that is only evaluated while its module loads
 * (names, descriptions and schemas of a tool) is static: switching it on later changes nothing, so it is not run.
 */
export function readCoverage(events, files) {
  const failed = events.find(({ kind, errors }) => kind === 'tests' && errors.length > 0);
  if (failed) throw new Error(`the tests of ${files[failed.source].file} fail without a mutant: ${failed.errors[0]}`);
  const { static: atLoad = {}, perTest = {} } = events.find(({ kind }) => kind === 'coverage') ?? {};
  if (Object.keys(atLoad).length + Object.keys(perTest).length === 0) throw new Error('no mutated file was loaded');
  const ofSource = files.map((_, source) =>
    Object.entries(perTest)
      .filter(([test]) => test.startsWith(`${source} `))
      .map(([test, mutants]) => ({ test: test.slice(`${source} `.length), mutants })),
  );
  const reaching = (id, source) => ofSource[source].filter(({ mutants }) => mutants[id] > 0);
  return {
    testsOf: (id, source) => reaching(id, source).map(({ test }) => test),
    hits: (id, source) => reaching(id, source).reduce((sum, { mutants }) => sum + mutants[id], 0),
    isStatic: (id, source) => id in atLoad && reaching(id, source).length === 0,
  };
}
