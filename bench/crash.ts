import type { PaymentRequired } from '@x402/core/types';
import { evmClient, paymentHeader, sign, solanaClient } from '../test/rail/buyer.ts';
import { type Rail, startRail } from '../test/rail/rail.ts';
import { postgresMissing, temporaryPostgres } from '../test/store/temporary-postgres.ts';
import { Processes } from './crash-processes.ts';
import { type BenchRow, median } from './row.ts';

/** CRASH_PURCHASES, CRASH_KILLS: of each run; CRASH_STORES: sqlite,postgres; CRASH_PROCESSES: 1,2. */
const setting = (name: string, usual: string) => process.env[name] ?? usual;
const purchases = Number(setting('CRASH_PURCHASES', '300'));
const kills = Number(setting('CRASH_KILLS', '60'));
const stores = setting('CRASH_STORES', 'sqlite,postgres').split(',');
const counts = setting('CRASH_PROCESSES', '2').split(',').map(Number);

const buyersAtOnce = 6;
const funds = 100_000_000n;
/** A buyer gives up then; no one is to be left waiting for so long. */
const patienceMs = 180_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What became of one purchase, by its buyer and by the chain. */
interface Outcome {
  readonly delivered: boolean;
  /** A 402 after the payment was attached: the buyer would sign anew. */
  readonly refused: boolean;
  readonly spent: bigint;
  readonly price: bigint;
  /** From the start of the process that served it at last, where one was killed under it; milliseconds. */
  readonly afterRestart?: number;
}

interface Reply {
  readonly status: number;
  readonly retryAfter: number;
  readonly text: string;
}

/** One POST to a process that runs; undefined where the process went away under it. */
async function post(
  url: string,
  slug: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Reply | undefined> {
  try {
    const init = { method: 'POST', body: JSON.stringify(body), headers, signal: AbortSignal.timeout(60_000) };
    const response = await fetch(`${url}/api/${slug}`, init);
    const retryAfter = Number(response.headers.get('retry-after') ?? 0);
    return { status: response.status, retryAfter, text: await response.text() };
  } catch {
    return undefined;
  }
}

/** Sends until it is answered for good, as a client does that honors Retry-After. */
async function insist(
  processes: Processes,
  send: (url: string) => Promise<Reply | undefined>,
  until: (reply: Reply) => boolean,
): Promise<{ reply: Reply | undefined; afterRestart?: number }> {
  const began = performance.now();
  let broke = false;
  while (performance.now() - began < patienceMs) {
    const one = processes.any(Math.random());
    const reply = one && (await send(one.url));
    if (one && reply && until(reply))
      return { reply, ...(broke && { afterRestart: performance.now() - Math.max(one.upAt, began) }) };
    broke ||= one !== undefined && reply === undefined;
    await pause(reply ? Math.max(reply.retryAfter * 1000, 100) : 100);
  }
  return { reply: undefined };
}

async function buy(rail: Rail, processes: Processes, number: number): Promise<Outcome> {
  const solana = number % 3 === 2;
  const buyer = solana ? await rail.solana.buyer(funds) : await rail.evm.buyer(funds);
  const slug = number % 3 === 0 ? 'svc-native' : 'svc-promoted';
  const body = slug === 'svc-native' ? { topic: `t${number}`, takesMs: (number * 37) % 900 } : { note: `n${number}` };
  const price = slug === 'svc-native' ? 50_000n : 10_000n;
  const { reply: queried } = await insist(
    processes,
    (url) => post(url, slug, body),
    ({ status }) => status === 402,
  );
  const terms = JSON.parse(queried?.text ?? '{}') as PaymentRequired;
  const accepts = terms.accepts.filter(({ network }) => network.startsWith('solana:') === solana);
  const client = 'key' in buyer ? evmClient(buyer.key) : solanaClient(buyer.signer, rail.solana.rpcUrl);
  // without the address in it: a process that was started again listens elsewhere
  const { resource: _, ...payment } = await sign(client, { ...terms, accepts });
  const headers = paymentHeader(payment);
  const done = ({ status }: Reply) => status === 200 || status === 402;
  const { reply, afterRestart } = await insist(processes, (url) => post(url, slug, body, headers), done);
  const balance = 'key' in buyer ? await rail.evm.balance(buyer.address) : rail.solana.balance(buyer.address);
  return {
    delivered: reply?.status === 200,
    refused: reply?.status === 402,
    spent: funds - balance,
    price,
    ...(afterRestart !== undefined && { afterRestart }),
  };
}

async function run(store: string, count: number): Promise<BenchRow[]> {
  const rail = await startRail();
  const cluster = store === 'postgres' ? await temporaryPostgres() : undefined;
  const { evm, solana, facilitator } = rail;
  const chains = {
    facilitatorUrl: facilitator.url,
    evm: { payTo: evm.payTo, rpcUrl: evm.rpcUrl },
    solana: { payTo: solana.payTo, rpcUrl: solana.rpcUrl },
    timeoutMs: 8_000,
  };
  const processes = new Processes(count, { rail: chains, ...(cluster && { databaseUrl: cluster.url }) });
  try {
    await processes.start();
    const outcomes: Outcome[] = [];
    let next = 0;
    let killed = 0;
    let killing: Promise<void> = Promise.resolve();
    const worker = async () => {
      while (next < purchases) {
        const number = next++;
        // kills are spread over the purchases; each falls into what happens to be under way
        if (killed < kills && (number * kills) / purchases >= killed) {
          killed += 1;
          killing = killing.then(() => pause(Math.random() * 500)).then(() => processes.kill(Math.random()));
        }
        outcomes.push(await buy(rail, processes, number));
        if (outcomes.length % 50 === 0)
          console.error(`${store}, ${count}: ${outcomes.length} purchases, ${processes.kills} kills`);
      }
    };
    await Promise.all(Array.from({ length: buyersAtOnce }, worker));
    await killing;
    return rows(`crash: ${store}, ${count} process${count > 1 ? 'es' : ''}`, outcomes, processes.kills);
  } finally {
    processes.close();
    cluster?.stop();
    await rail.close();
  }
}

function rows(name: string, outcomes: readonly Outcome[], killed: number): BenchRow[] {
  const recovered = outcomes.flatMap(({ afterRestart }) => afterRestart ?? []);
  const zero = (what: string, is: (outcome: Outcome) => boolean): BenchRow => ({
    name: `${name}: ${what}`,
    value: outcomes.filter(is).length,
    unit: '',
    bar: { at: 0, is: 'ceiling' },
  });
  return [
    { name: `${name}: purchases`, value: outcomes.length, unit: '' },
    { name: `${name}: kills`, value: killed, unit: '' },
    zero('charged more than the price', ({ spent, price }) => spent > price),
    zero('charged and not delivered', ({ spent, delivered }) => spent > 0n && !delivered),
    zero('delivered and not charged', ({ spent, delivered }) => spent === 0n && delivered),
    zero('stuck', ({ delivered, refused }) => !delivered && !refused),
    zero('refused', ({ refused }) => refused),
    { name: `${name}: cut off and served later`, value: recovered.length, unit: '' },
    { name: `${name}: served after restart, median`, value: recovered.length > 0 ? median(recovered) : 0, unit: 'ms' },
    { name: `${name}: served after restart, longest`, value: Math.max(0, ...recovered), unit: 'ms' },
  ];
}

/** Purchases on both rails while the processes that sell are killed; every buyer honors Retry-After. */
export async function crash(): Promise<BenchRow[]> {
  const found: BenchRow[] = [];
  for (const store of stores) {
    const missing = store === 'postgres' ? postgresMissing() : undefined;
    if (missing) console.error(`no run on PostgreSQL: ${missing}`);
    else for (const count of counts) found.push(...(await run(store, count)));
  }
  return found;
}
