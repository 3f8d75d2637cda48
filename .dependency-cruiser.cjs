/** Layers of the house: transports -> pipeline -> {catalog, payments, jobs, store} -> kernel; tools -> {...} -> kernel. */
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: [from, ...allowed, 'node_modules', '^node:', '^(fs|path|os|url|crypto|http|https|stream|zlib|events|util|buffer|child_process|worker_threads|perf_hooks|readline|module|net|timers)(/|$)'].join('|') },
});
const library = (name, pattern, where) => ({
  name,
  severity: 'error',
  from: { path: '^(src|tools|resources|prompts)/', pathNot: where },
  to: { path: `node_modules/${pattern}` },
});
module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    only('kernel-is-pure', '^src/kernel/', [], 'kernel imports nothing of the house'),
    only('config-stands-alone', '^src/config/', ['^src/kernel/', '^package.json']),
    only('catalog', '^src/catalog/', ['^src/kernel/']),
    only('place', '^src/place/', ['^src/kernel/', '^src/sources/']),
    only('sources', '^src/sources/', ['^src/kernel/', '^src/store/sqlite\\.ts$']),
    only('jurisdictions', '^src/jurisdictions/', ['^src/kernel/', '^src/sources/']),
    only('rules', '^src/rules/', ['^src/kernel/']),
    only('mirror', '^src/mirror/', ['^src/kernel/', '^src/store/sqlite']),
    only('store', '^src/store/', ['^src/kernel/']),
    only('reports', '^src/reports/', ['^src/kernel/']),
    only('composites', '^src/composites/', ['^src/kernel/', '^src/catalog/context', '^src/sources/', '^src/rules/', '^src/reports/']),
    only('payments', '^src/payments/', ['^src/kernel/', '^src/store/']),
    only('jobs', '^src/jobs/', ['^src/kernel/', '^src/store/']),
    only('pipeline', '^src/pipeline/', ['^src/kernel/', '^src/catalog/', '^src/payments/', '^src/jobs/', '^src/store/']),
    only('transports', '^src/transports/', ['^src/kernel/', '^src/catalog/', '^src/pipeline/', '^resources/', '^prompts/']),
    only('shelf', '^(tools|resources|prompts)/', ['^src/catalog/registry', '^src/kernel/', '^src/catalog/(define|inputs|context)', '^src/place/', '^src/jurisdictions/', '^src/sources/', '^src/rules/', '^src/mirror/', '^src/reports/', '^src/composites/']),
    { name: 'no-product-import-of-tests', severity: 'error', from: { path: '^(src|tools|resources|prompts)/', pathNot: '^src/cli/demo' }, to: { path: '^test/' } },
    library('mcp-sdk-only-in-its-transport', '@modelcontextprotocol/', '^src/transports/mcp/'),
    library('express-only-in-rest', 'express/', '^src/transports/rest/'),
    library('chains-only-in-payments', '(viem|@solana|@x402)/', '^src/payments/'),
    library('one-http-client', 'node-fetch/', '^src/sources/http/transport\\.ts$'),
    library('one-keyv', '(keyv|@keyv)/', '^src/sources/http/cache\\.ts$'),
    { name: 'resolvable', severity: 'error', from: { path: '^(src|tools|resources|prompts|test)/' }, to: { couldNotResolve: true } },
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.json' }, enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] }, exclude: { path: '^(dist|test/fixtures)/' } },
};
