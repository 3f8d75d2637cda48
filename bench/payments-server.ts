import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HTTPFacilitatorClient, x402ResourceServer } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { paymentMiddleware } from '@x402/express';
import express from 'express';
import { Registry } from '../src/catalog/registry.ts';
import { Payments } from '../src/payments/payments.ts';
import { FreePipeline, type PipelinePorts } from '../src/pipeline/free.ts';
import { PaidPipeline } from '../src/pipeline/paid.ts';
import { EvidenceStore } from '../src/store/evidence.ts';
import { openLedger } from '../src/store/open-ledger.ts';
import { createPaidHttp } from '../src/transports/rest/paid-http.ts';
import { startRestServer } from '../src/transports/rest/server.ts';
import { Runs, testTools } from '../test/pipeline/test-tools.ts';
import { railSettings } from '../test/rail/settings.ts';

// argv: ours | peer, address of the facilitator. Prints its own address, serves until it is killed.
const [kind, facilitatorUrl = ''] = process.argv.slice(2);
const payTo = '0x000000000000000000000000000000000000bEEF';
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };

async function ours(): Promise<string> {
  const registry = new Registry(testTools(new Runs()));
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-payments-'));
  const clock = () => new Date();
  const evidence = new EvidenceStore({ dataDir, keepDays: 30, clock, log });
  const mirror = { citation: () => undefined, placeFiles: () => [] };
  const jurisdictions = { forSale: () => ({}) };
  const ports = { registry, log, clock, mirror, jurisdictions, evidence, sourcesFor: () => ({}) };
  const free = new FreePipeline(ports as unknown as PipelinePorts);
  const payments = new Payments(
    railSettings({ facilitatorUrl, evm: { payTo, rpcUrl: facilitatorUrl } }),
    log,
    Date.now,
  );
  const ledger = openLedger({ databaseUrl: undefined, dataDir });
  const paid = createPaidHttp(new PaidPipeline({ registry, free, payments, ledger, log, payerLimit: 1_000_000 }));
  const running = await startRestServer(
    {
      registry,
      version: '0',
      cards: [],
      networks: { evm: { payTo }, solana: {} } as never,
      log,
      callFree: (name, args, call) => free.call(name, args, call),
      searchCatalog: () => ({ query: '', hits: [] }) as never,
      mcpHandler: async () => undefined,
      ready: async () => ({ ready: true, checks: {} }),
      paid,
      rateLimitPerMinute: 0,
    },
    { port: 0, host: '127.0.0.1' },
  );
  return running.url;
}

async function peer(): Promise<string> {
  const app = express();
  const network = 'eip155:8453';
  const resources = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitatorUrl })).register(
    network,
    new ExactEvmScheme(),
  );
  app.use(express.json());
  const accepts = { scheme: 'exact', price: '$0.01', network, payTo, maxTimeoutSeconds: 60 } as const;
  app.use(
    paymentMiddleware(
      { 'POST /api/svc-promoted': { accepts, description: 'a fact', mimeType: 'application/json' } },
      resources,
    ),
  );
  app.post('/api/svc-promoted', (_req, res) => {
    res.json({ charged: true, state: 'found', summary: 'The synthetic source says found.' });
  });
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
    });
  });
}

console.log(await (kind === 'peer' ? peer() : ours()));
