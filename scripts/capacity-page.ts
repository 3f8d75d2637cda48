import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** As much of a load run's report as capacity follows from. */
export interface LoadFigures {
  /** When it was measured, ISO 8601. */
  readonly at: string;
  readonly machine: { readonly processors: number; readonly model: string; readonly node: string };
  readonly rows: readonly { readonly name: string; readonly value: number }[];
}

/** What no run measures. Prices are round figures of a large cloud's public lists, in US dollars; put your own in their place. */
export const assumptions = {
  /** Calls in the busiest second against those of an average one. */
  peak: 3,
  /** Part of a processor that is planned to be used at the peak. */
  used: 0.6,
  /** Answers whose evidence is new: the same question on the same day has the same evidence. */
  newEvidence: 0.5,
  evidenceDays: 30,
  /** Rows of evidence a second that one processor of the database takes, written fifty at a time. */
  rowsPerDatabaseProcessor: 2000,
  processorMonth: 25,
  memoryGbMonth: 3,
  storageGbMonth: 0.12,
  egressGb: 0.05,
} as const;

/** Processor time of one server in the run: the share that the kernel held it to. */
const measuredShare = 0.25;
const connectionsPerServer = 16;
const secondsPerDay = 86_400;
const daysPerMonth = 30;
const kbPerGb = 1024 ** 2;

export interface Capacity {
  readonly callsPerDay: number;
  readonly average: number;
  readonly peak: number;
  readonly servers: number;
  readonly serverMemoryGb: number;
  readonly databaseProcessors: number;
  readonly connections: number;
  readonly evidenceGb: number;
  readonly egressGbPerDay: number;
  readonly dollarsPerMonth: number;
  readonly dollarsPerMillion: number;
}

function rowOf({ rows }: LoadFigures, name: string): number {
  const row = rows.find((one) => one.name === name);
  if (!row) throw new Error(`the load run has no figure "${name}"`);
  return row.value;
}

/** A machine that had no processor time left during the run was held up by other work: the figures are too low, not too high. */
const busy = (figures: LoadFigures): string =>
  rowOf(figures, 'load: processors idle while two ran') < 0.05
    ? ' The machine had other work during this run and no processor time left: take the figures for the least that can be expected.'
    : '';

/** Calls that one processor answers in a second, of the mix of the load run. */
export const perProcessor = (figures: LoadFigures): number =>
  rowOf(figures, `load: one server at ${measuredShare} of a processor`) / measuredShare;

/** What so many calls a day take: servers of one processor each, never fewer than two. */
export function capacityFor(callsPerDay: number, figures: LoadFigures): Capacity {
  const a = assumptions;
  const average = callsPerDay / secondsPerDay;
  const peak = average * a.peak;
  const servers = Math.max(2, Math.ceil(peak / (perProcessor(figures) * a.used)));
  const serverMemoryGb = (servers * rowOf(figures, 'load: memory of a server, most')) / 1024;
  const databaseProcessors = Math.max(1, Math.ceil((peak * a.newEvidence) / a.rowsPerDatabaseProcessor));
  const evidenceKb = rowOf(figures, 'load: evidence behind an answer') * callsPerDay * a.newEvidence;
  const evidenceGb = (evidenceKb * a.evidenceDays) / kbPerGb;
  const egressGbPerDay = (rowOf(figures, 'load: body of an answer') * callsPerDay) / kbPerGb;
  // Redis, the balancer and the workers: one processor each, two workers
  const processors = servers + databaseProcessors + 4;
  const dollarsPerMonth =
    processors * a.processorMonth +
    (serverMemoryGb + databaseProcessors * 4 + 4) * a.memoryGbMonth +
    evidenceGb * a.storageGbMonth +
    egressGbPerDay * daysPerMonth * a.egressGb;
  return {
    ...{ callsPerDay, average, peak, servers, serverMemoryGb, databaseProcessors, evidenceGb, egressGbPerDay },
    connections: servers * connectionsPerServer,
    dollarsPerMonth,
    dollarsPerMillion: dollarsPerMonth / ((callsPerDay * daysPerMonth) / 1e6),
  };
}

const number = (value: number, digits = 0) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const lines: readonly (readonly [string, (capacity: Capacity) => string])[] = [
  ['calls a second, average', ({ average }) => number(average, 1)],
  ['calls a second, peak', ({ peak }) => number(peak, 1)],
  ['`http` processes, a processor each', ({ servers }) => number(servers)],
  ['their memory, GB', ({ serverMemoryGb }) => number(serverMemoryGb, 1)],
  ['database processors', ({ databaseProcessors }) => number(databaseProcessors)],
  ['database connections', ({ connections }) => number(connections)],
  [`evidence kept for ${assumptions.evidenceDays} days, GB`, ({ evidenceGb }) => number(evidenceGb)],
  ['answers sent, GB a day', ({ egressGbPerDay }) => number(egressGbPerDay, 1)],
  ['US dollars a month', ({ dollarsPerMonth }) => number(dollarsPerMonth)],
  ['US dollars a million calls', ({ dollarsPerMillion }) => number(dollarsPerMillion, 2)],
];

/** `docs/capacity.md`: what 1 and 100 million calls a day take, out of the figures of a load run. */
export function capacityPage(figures: LoadFigures): string {
  const capacities = [1e6, 1e8].map((calls) => capacityFor(calls, figures));
  const { machine, at } = figures;
  const a = assumptions;
  const table = lines.map(([what, of]) => `| ${what} | ${capacities.map(of).join(' | ')} |`).join('\n');
  return `# Capacity and cost

Computed from \`bench/figures.json\`; do not edit. To measure on your machine: \`LOAD_MINUTES=15 LOAD_REPORT=bench/figures.json npm run bench -- load\`, then \`npm run generate\`.

Measured ${at.slice(0, 10)} on ${machine.processors} processors (${machine.model.trim()}, Node ${machine.node.slice(1)}): one processor answers ${number(perProcessor(figures))} calls a second of the mix (55 % computing tools, 25 % look-ups whose sources answer at once, 12 % search, 8 % lists), a server takes ${number(rowOf(figures, 'load: memory of a server, most'))} MB at most, the evidence behind an answer ${number(rowOf(figures, 'load: evidence behind an answer'), 1)} kB, the answer itself ${number(rowOf(figures, 'load: body of an answer'), 1)} kB.${busy(figures)}

| | 1 million calls a day | 100 million calls a day |
|---|---|---|
${table}

## What is assumed
- The busiest second has ${a.peak} times the calls of an average one; a processor is planned to be used to ${number(a.used * 100)} % then.
- Of 100 answers ${number(a.newEvidence * 100)} leave evidence that is not there yet. \`SVC_EVIDENCE_DAYS\` is what the storage follows: at 100 million calls a day it is the first thing to lower.
- A processor of PostgreSQL takes ${number(a.rowsPerDatabaseProcessor)} rows of evidence a second. That is not measured here.
- Redis, a balancer and two workers take a processor each.
- Prices: ${a.processorMonth} dollars for a processor and ${a.memoryGbMonth} for a GB of memory a month, ${a.storageGbMonth} for a GB of storage a month, ${a.egressGb} for a GB sent. Put your own into \`scripts/capacity-page.ts\`.

## What no processor buys
Official sources set the pace of what is queried from them. All servers together hold 4 questions at a time to one source: where one answers in half a second, that is 8 a second, 0.7 million a day. What goes beyond has to come from the shared cache, from mirrored datasets ([operate.md](operate.md#mirrored-datasets)) or says \`unavailable\`. Before 100 million calls a day, mirror the datasets that are queried for most and come to terms with the publishers of the others.

A place report asks dozens of sources and draws pictures. It is not in the mix: reckon it apart (\`npm run bench -- place-report\`).
`;
}

export const readFigures = (path = fileURLToPath(new URL('../bench/figures.json', import.meta.url))): LoadFigures =>
  JSON.parse(readFileSync(path, 'utf8')) as LoadFigures;
