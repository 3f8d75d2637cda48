import type { AddressInfo } from 'node:net';
import express from 'express';
import { z } from 'zod';
import { defineTool } from '../src/catalog/define.ts';
import { type IndexedTool, Registry } from '../src/catalog/registry.ts';
import { createSearch } from '../src/catalog/search.ts';
import { answerSchema, fact } from '../src/kernel/answer.ts';
import { AnswerBuilder } from '../src/kernel/answer-builder.ts';
import { FreePipeline, type PipelinePorts } from '../src/pipeline/free.ts';
import { EvidenceStore } from '../src/store/evidence.ts';
import { startRestServer } from '../src/transports/rest/server.ts';

// argv: service | echo. Prints its own address, serves until it is killed.

/** A tool that asks no one: what remains is the way of one call through validation, pipeline, schema check and HTTP. */
const arithmetic = defineTool({
  title: 'Difference of two dates',
  summary: 'Days between two dates, computed.',
  whenToUse: 'How many days lie between two dates?',
  notFor: 'Not for business days.',
  scope: 'rules',
  subject: 'none',
  sources: [],
  limits: ['Counts calendar days.'],
  closedWorld: true,
  examples: [],
  input: z.strictObject({ from: z.iso.date(), to: z.iso.date() }),
  output: answerSchema({ facts: z.strictObject({ days: fact(z.number()) }) }),
  run(_ctx, { from, to }) {
    const answer = new AnswerBuilder();
    const citation = {
      sourceName: 'Calendar',
      sourceUrl: 'https://records.example.org/',
      fetchedAt: '2026-11-21T00:00:00Z',
    };
    const taken = answer.addLookup(
      { state: 'found', data: (Date.parse(to) - Date.parse(from)) / 86_400_000, citation },
      { area: 'none' },
    );
    return answer.finish({
      summary: `There are ${taken?.data} days between ${from} and ${to}.`,
      facts: { days: { value: taken?.data, unit: 'days', citation: taken?.citation } },
      limits: ['Counts calendar days.'],
    }) as never;
  },
});

async function echo(): Promise<string> {
  const app = express();
  app.post('/tools/call', express.json(), (req, res) => {
    res.json(req.body);
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function service(): Promise<string> {
  const toolIndex = [
    { category: 'coverage', file: 'arithmetic', definition: arithmetic },
  ] as unknown as readonly IndexedTool[];
  const registry = new Registry(toolIndex);
  const log = { debug() {}, info() {}, warn() {}, error: console.error };
  const clock = () => new Date();
  // beside the bundle: gone with it
  const dataDir = import.meta.dirname;
  const evidence = new EvidenceStore({ dataDir, keepDays: 30, clock, log });
  const mirror = { citation: () => undefined, placeFiles: () => [] };
  const ports = { registry, log, clock, mirror, evidence, sourcesFor: () => ({}) };
  const pipeline = new FreePipeline(ports as unknown as PipelinePorts);
  const search = createSearch(registry);
  const { url } = await startRestServer(
    {
      registry,
      version: 'bench',
      cards: [],
      networks: { evm: { network: 'eip155:8453', asset: '0x' }, solana: { network: 'solana:0', asset: '' } },
      log,
      callFree: (name, args, options) => pipeline.call(name, args, options),
      searchCatalog: (query, options) => search.search(query, options),
      mcpHandler: async (_req, res) => void res.end(),
      ready: async () => ({ ready: true, checks: {} }),
      // counted like in service, far above what the run can reach
      rateLimitPerMinute: 100_000_000,
    },
    { port: 0, host: '127.0.0.1' },
  );
  return url;
}

console.log(process.argv[2] === 'echo' ? await echo() : await service());
