import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Telemetry } from '../kernel/ports/telemetry.ts';

/** Values that are read at a scrape, by label; a reader that fails leaves its previous values. */
export interface MetricReaders {
  readonly purchases?: () => Promise<Readonly<Record<string, number>>>;
  readonly sources?: () => Promise<Readonly<Record<string, number>>>;
  /** Items of jobs: `due` and not begun, `running`, `planned` for later. */
  readonly jobs?: () => Promise<Readonly<Record<string, number>>>;
  /** 1 where limits are counted for all processes (`shared`), or by this one alone (`per_process`). */
  readonly limits?: () => Promise<Readonly<Record<string, number>>>;
  /** Lines that the log lost (`lost`): its disk was full, or its reader too slow. */
  readonly logLines?: () => Promise<Readonly<Record<string, number>>>;
}

export interface Metrics extends Omit<Telemetry, 'span'> {
  readonly contentType: string;
  text(): Promise<string>;
  /** Sets the readers; each is called at most every 15 seconds. */
  read(readers: MetricReaders): void;
}

const seconds = [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 25, 60];
const readEveryMs = 15_000;

function instrumentsOf(registry: Registry) {
  const registers = [registry];
  return {
    requests: new Histogram({
      name: 'place_records_http_request_seconds',
      help: 'HTTP requests by route and status',
      labelNames: ['route', 'method', 'status'],
      buckets: seconds,
      registers,
    }),
    questions: new Counter({
      name: 'place_records_source_questions_total',
      help: 'Questions to sources by outcome: answered by the source or the cache, or not answered',
      labelNames: ['source', 'outcome'],
      registers,
    }),
    refusedValues: new Counter({
      name: 'place_records_values_refused',
      help: 'Values of sources that broke the rules of their field and were left out',
      labelNames: ['source', 'field', 'why'],
      registers,
    }),
    overBound: new Counter({
      name: 'place_records_imports_over_bound_total',
      help: 'Files of mirrored datasets that were given up, by the bound that they went over',
      labelNames: ['dataset', 'bound'],
      registers,
    }),
    cached: new Counter({
      name: 'place_records_source_cache_total',
      help: 'Looks into the cache of source answers',
      labelNames: ['result'],
      registers,
    }),
    upstream: new Histogram({
      name: 'place_records_upstream_request_seconds',
      help: 'Requests that went out to hosts of sources',
      labelNames: ['host', 'result'],
      buckets: seconds,
      registers,
    }),
    purchases: new Counter({
      name: 'place_records_purchase_steps_total',
      help: 'Steps of purchases by route, network and the state that they led to',
      labelNames: ['route', 'network', 'state'],
      registers,
    }),
    unknown: new Counter({
      name: 'place_records_settlements_unknown_total',
      help: 'Orders to settle without a known outcome (unknown or pending)',
      registers,
    }),
    sales: new Histogram({
      name: 'place_records_sale_seconds',
      help: 'From the claim of a payment to its receipt',
      labelNames: ['route'],
      buckets: seconds,
      registers,
    }),
  };
}

function stateGauge(registry: Registry, name: string, help: string, reader: () => MetricReaders['sources']): void {
  let readAt = Number.NEGATIVE_INFINITY;
  new Gauge({
    ...{ name, help, registers: [registry] },
    labelNames: ['state'],
    async collect() {
      const read = reader();
      if (!read || performance.now() - readAt < readEveryMs) return;
      try {
        const values = await read();
        this.reset();
        for (const [state, value] of Object.entries(values)) this.set({ state }, value);
        readAt = performance.now();
      } catch {
        // /ready and the log report a reader that fails
      }
    },
  });
}

/** Prometheus metrics of one process. Labels are names of the catalog, cards, hosts and states. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  let readers: MetricReaders = {};
  collectDefaultMetrics({ register: registry });
  stateGauge(registry, 'place_records_ledger_purchases', 'Purchases in the ledger by state', () => readers.purchases);
  stateGauge(registry, 'place_records_sources', 'Sources by what the last round found', () => readers.sources);
  stateGauge(
    registry,
    'place_records_job_items',
    'Items of jobs that have not ended, and those that failed',
    () => readers.jobs,
  );
  stateGauge(registry, 'place_records_log_lines', 'Lines that the log lost', () => readers.logLines);
  stateGauge(registry, 'place_records_limits', 'Whether limits are shared by all processes', () => readers.limits);
  const { requests, questions, refusedValues, overBound, cached, upstream, purchases, unknown, sales } =
    instrumentsOf(registry);
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    read(given) {
      readers = given;
    },
    request: ({ route, method, status, ms }) => requests.observe({ route, method, status }, ms / 1000),
    source: ({ source, outcome }) => questions.inc({ source, outcome }),
    refusedValue: (labels) => refusedValues.inc(labels),
    overBound: (labels) => overBound.inc(labels),
    cache: ({ hit }) => cached.inc({ result: hit ? 'hit' : 'miss' }),
    upstream: ({ host, ok, ms }) => upstream.observe({ host, result: ok ? 'answered' : 'failed' }, ms / 1000),
    purchase({ slug, network, state, ms }) {
      purchases.inc({ route: slug, network, state });
      if (state === 'unknown' || state === 'pending') unknown.inc();
      if (state === 'settled') sales.observe({ route: slug }, ms / 1000);
    },
  };
}
