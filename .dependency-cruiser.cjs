/** The borders of design: transports -> pipeline -> {catalog, payments, jobs, store} -> kernel; tools -> products -> answers -> local -> sources -> kernel. */
/** What every room above these may import. */
const shared = ['^src/kernel/', '^src/geometry/', '^src/privacy/', '^src/fields/'];
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: { pathNot: [from, ...allowed, 'node_modules', '^node:', '^(fs|path|os|url|crypto|http|https|stream|zlib|events|util|buffer|child_process|worker_threads|perf_hooks|readline|module|net|timers|async_hooks)(/|$)'].join('|') },
});
const library = (name, pattern, where) => ({
  name,
  severity: 'error',
  from: { path: '^(src|tools|resources|prompts)/', pathNot: where },
  to: { path: `node_modules/${pattern}` },
});
/** Products that are made of another one: a batch of it, a comparison of several, what is made from a sold one. `copies` draws all of them. */
const builtOn = {
  'before-you-sign': ['local-trend-brief'],
  'place-report-batch': ['place-report'],
  'property-flyer': ['place-report', 'property-update'],
  'property-update': ['place-report'],
  'solar-property-comparison': ['solar-property-screen'],
  'surrounding-area-report': ['surrounding-area', 'copies'],
};
module.exports = {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    only('kernel-is-pure', '^src/kernel/', [], 'kernel imports nothing of the house'),
    only('geometry', '^src/geometry/', ['^src/kernel/']),
    only('fields', '^src/fields/', ['^src/kernel/', '^src/geometry/', '^src/privacy/']),
    only('config-stands-alone', '^src/config/', [...shared, '^package.json']),
    only('catalog', '^src/catalog/', shared),
    only('place', '^src/place/', [...shared, '^src/sources/']),
    only('sources', '^src/sources/', [...shared, '^src/store/sqlite\\.ts$'], 'a source knows no lane, no tool and no answer'),
    only('jurisdictions', '^src/jurisdictions/', [...shared, '^src/sources/']),
    only('local', '^src/local/', [...shared, '^src/jurisdictions/', '^src/sources/']),
    only('rules', '^src/rules/', shared, 'rules know no source and no tool'),
    only('mirror', '^src/mirror/', [...shared, '^src/store/sqlite']),
    only('mirror-queries', '^src/mirror/queries/', shared),
    only('store', '^src/store/', shared),
    only('reports', '^src/reports/', shared, 'reports know no source, no tool and no product'),
    only('view', '^src/view/', [...shared, '^src/reports/(units|values|words|pictures/)', '^src/products/shared/compose/labels'], 'what runs in a browser knows the answer and words, and nothing that runs on the service'),
    { name: 'view-only-in-browsers', severity: 'error', from: { path: '^(src|tools|resources|prompts|test)/', pathNot: '^src/view/' }, to: { path: '^src/view/' } },
    only('answers', '^src/answers/', [...shared, '^src/catalog/context', '^src/local/', '^src/jurisdictions/', '^src/sources/', '^src/rules/', '^src/mirror/queries/']),
    only('products', '^src/products/', [...shared, '^src/catalog/context', '^src/answers/', '^src/local/', '^src/sources/', '^src/rules/', '^src/mirror/queries/', '^src/reports/'], 'a product reaches a free tool through src/answers'),
    { name: 'products-apart', severity: 'error', comment: 'what products share is in products/shared', from: { path: '^src/products/([^/]+)/', pathNot: `^src/products/(copies|${Object.keys(builtOn).join('|')})/` }, to: { path: '^src/products/', pathNot: '^src/products/($1|shared)/' } },
    ...Object.entries(builtOn).map(([product, bases]) => ({ name: `${product}-on-its-base`, severity: 'error', comment: 'a product that is made of another one', from: { path: `^src/products/${product}/` }, to: { path: '^src/products/', pathNot: `^src/products/(${[product, 'shared', ...bases].join('|')})/` } })),
    only('telemetry', '^src/telemetry/', shared, 'what measures knows what is measured by its port alone'),
    only('payments', '^src/payments/', [...shared, '^src/store/']),
    only('jobs', '^src/jobs/', [...shared, '^src/store/']),
    only('pipeline', '^src/pipeline/', [...shared, '^src/catalog/', '^src/payments/', '^src/jobs/', '^src/store/']),
    only('transports', '^src/transports/', [...shared, '^src/catalog/', '^src/pipeline/', '^src/payments/wire', '^resources/', '^prompts/']),
    only('tools', '^(tools|resources|prompts)/', ['^src/catalog/registry', ...shared, '^src/catalog/(define|inputs|context)', '^src/place/', '^src/jurisdictions/', '^src/sources/', '^src/rules/', '^src/mirror/queries/', '^src/local/', '^src/answers/', '^src/products/', '^src/reports/']),
    { name: 'composition-is-the-root', severity: 'error', comment: 'what puts the service together is known to the command alone', from: { path: '^(src|tools|resources|prompts)/', pathNot: '^src/(composition/|work/|cli/|main\\.ts)' }, to: { path: '^src/(composition/|work/|cli/|main\\.ts)' } },
    { name: 'no-product-import-of-tests', severity: 'error', from: { path: '^(src|tools|resources|prompts)/', pathNot: '^src/cli/demo' }, to: { path: '^test/' } },
    library('mcp-sdk-only-in-its-transport', '@modelcontextprotocol/', '^src/(transports/mcp|view)/'),
    library('express-only-in-rest', 'express/', '^src/transports/rest/'),
    library('chains-only-in-payments', '(viem|@solana|@x402)/', '^src/payments/'),
    library('one-http-client', 'node-fetch/', '^src/sources/http/transport\\.ts$'),
    library('one-queue', 'pg-boss/', '^src/jobs/carrier\\.ts$'),
    library('one-keyv', '(keyv|@keyv)/', '^src/sources/http/cache\\.ts$'),
    library('measuring-only-in-telemetry', '(prom-client|@opentelemetry)/', '^src/telemetry/'),
    { name: 'resolvable', severity: 'error', from: { path: '^(src|tools|resources|prompts|test)/' }, to: { couldNotResolve: true } },
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true, tsConfig: { fileName: 'tsconfig.json' }, enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] }, exclude: { path: '^(dist|test/fixtures)/' } },
};
