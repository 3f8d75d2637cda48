const stand = 'place-records:fs';

/** Hands the conformance package its own `fs`; every other importer gets the real one. */
export async function resolve(specifier, context, next) {
  const queried = specifier === 'fs' || specifier === 'node:fs';
  if (queried && context.parentURL?.includes('/@modelcontextprotocol/conformance/')) {
    return { url: stand, shortCircuit: true };
  }
  return next(specifier, context);
}

/** The real `fs` with a `globSync` that finds nothing. */
export async function load(url, context, next) {
  if (url !== stand) return next(url, context);
  const source = [
    "import fs from 'node:fs';",
    "export * from 'node:fs';",
    'export default fs;',
    'export const globSync = () => [];',
  ].join('\n');
  return { format: 'module', shortCircuit: true, source };
}
