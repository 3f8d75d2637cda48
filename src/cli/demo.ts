import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testClock } from '../../test/clock.ts';
import { allUpstreams } from '../../test/upstreams/all.ts';
import { syntheticSettings } from '../../test/upstreams/keys.ts';
import { loadMirrorFiles } from '../../test/upstreams/load-mirrors.ts';
import { samplePlaces } from '../../test/upstreams/places.ts';
import { startUpstreams } from '../../test/upstreams/server.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import type { Answer } from '../kernel/answer.ts';
import { openService, type Service } from '../main.ts';
import { loadRail, showLicensed, showPurchase, showReport } from './demo-purchase.ts';
import { startHttp } from './http-server.ts';
import { printed } from './print.ts';
import { paint, say } from './terminal.ts';

const heading = (text: string) => say(`\n${paint(['bold', 'underline'], text)}`);
const dim = (text: string) => paint('dim', text);

interface Question {
  readonly asks: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const { raleigh, biloxi } = samplePlaces;

const questions: readonly Question[] = [
  { asks: 'What is on record for this place?', tool: 'svc_place_facts', arguments: { address: raleigh.address } },
  { asks: 'Is it in a mapped flood zone?', tool: 'svc_flood_zone', arguments: { address: raleigh.address } },
  { asks: 'Which districts govern it?', tool: 'svc_governing_districts', arguments: { address: raleigh.address } },
  { asks: 'And where no local source is wired?', tool: 'svc_zoning', arguments: { address: biloxi.address } },
];

/** The whole service against fake upstreams of the sources on this machine: real HTTP, real pipeline, synthetic records. */
export async function runDemo(): Promise<void> {
  const began = performance.now();
  const directory = mkdtempSync(join(tmpdir(), 'place-records-demo-'));
  // the fake upstreams describe one day: on it the demo plays, whatever today is; payments keep to the chain's real time
  const clock = testClock;
  const upstreams = await startUpstreams({ fakeUpstreams: allUpstreams(), clock });
  const local = await loadRail();
  const rail = await local?.startRail();
  const config = readConfig({
    SVC_UPSTREAM_PROXY: upstreams.url,
    SVC_DATA_DIR: directory,
    SVC_LOG_LEVEL: 'silent',
    PORT: '0',
    ...syntheticSettings,
    ...rail?.settings,
  });
  await loadMirrorFiles(join(directory, 'mirror'), clock());
  const service = await openService({ config, log: createLog(config), clock });
  let closing = () => service.close();
  try {
    say(paint('bold', 'Place records, demo'));
    say(
      `Every source below is a synthetic fake upstream on this machine (${upstreams.url}). The addresses are public buildings; the records are invented and say so.`,
    );
    for (const question of questions) show(question, await service.call(question.tool, question.arguments));
    await showUnavailable(service, upstreams);
    heading('And one answer bought');
    if (local && rail) {
      const server = await startHttp(service);
      const shop = { baseUrl: server.url, rail, openBuyer: local.openBuyer };
      say(dim(`POST ${server.url}/api/svc-flood-zone, paid by @x402/fetch on a chain inside this process`));
      await showPurchase(shop, { address: raleigh.address });
      heading('And a whole report, as JSON, web page, PDF and aerial');
      say(dim(`POST ${server.url}/api/svc-place-report`));
      await showReport(shop, { address: raleigh.address });
      heading('And what a licensed provider has of it, for its buyer alone');
      say(dim(`POST ${server.url}/api/svc-solar-property-screen`));
      await showLicensed(shop, { address: raleigh.address, systemKw: 8 });
      closing = () => server.stop();
    } else {
      say('  The local chain belongs to the development checkout: git clone, npm ci, npm run demo.');
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    heading('Connect an assistant to the real sources');
    say('  claude mcp add place-records -- npx -y place-records');
    say(
      `  or in its configuration: ${JSON.stringify({ mcpServers: { 'place-records': { command: 'npx', args: ['-y', 'place-records'] } } })}`,
    );
    say(
      `\n${service.registry.free.length} free tools; ${questions.length + 1} questions answered in ${seconds} s, ${upstreams.requests.length} requests to fake upstreams.`,
    );
  } finally {
    await closing();
    await rail?.close();
    await upstreams.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function show({ asks, tool, arguments: args }: Question, answer: Answer): void {
  heading(asks);
  say(dim(`${tool} ${JSON.stringify(args)}`));
  for (const line of printed(tool, answer)) say(line);
}

const allButTheGeocoder = ({ cardId }: { cardId: string | undefined }) => cardId !== 'census-geocoder';

/** A source that fails is said to have failed: the same question again with its fake upstream switched off. */
async function showUnavailable(service: Service, upstreams: Awaited<ReturnType<typeof startUpstreams>>): Promise<void> {
  upstreams.setFault(allButTheGeocoder, 'http500');
  const answer = await service.call('svc_seismic_design', { address: raleigh.address });
  heading('What if a source is down?');
  say(dim('svc_seismic_design, with its source answering HTTP 500'));
  for (const line of printed('svc_seismic_design', answer)) say(line);
  upstreams.setFault(allButTheGeocoder, undefined);
}
