import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testClock } from '../../test/clock.ts';
import { loadMirrorFiles } from '../../test/upstreams/load-mirrors.ts';
import { samplePlaces } from '../../test/upstreams/places.ts';
import { startWorld } from '../../test/upstreams/server.ts';
import { standIns } from '../../test/upstreams/stand-ins.generated.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../config/log.ts';
import type { Answer } from '../kernel/answer.ts';
import { type House, openHouse } from '../main.ts';
import { loadRail, showPurchase, showReport } from './demo-purchase.ts';
import { startHttp } from './http-server.ts';
import { answerLines, sourceLines } from './print.ts';
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

/** The whole service against stand-ins of the sources on this machine: real HTTP, real pipeline, synthetic records. */
export async function runDemo(): Promise<void> {
  const began = performance.now();
  const directory = mkdtempSync(join(tmpdir(), 'place-records-demo-'));
  // the stand-ins describe one day: on it the demo plays, whatever today is; payments keep to the chain's real time
  const clock = testClock;
  const world = await startWorld({ standIns, clock });
  const local = await loadRail();
  const rail = await local?.startRail();
  const config = readConfig({
    SVC_UPSTREAM_PROXY: world.url,
    SVC_DATA_DIR: directory,
    SVC_LOG_LEVEL: 'silent',
    PORT: '0',
    ...rail?.settings,
  });
  await loadMirrorFiles(join(directory, 'mirror'), clock());
  const house = await openHouse({ config, log: createLog(config), clock });
  let closing = () => house.close();
  try {
    say(paint('bold', 'Place records, demo'));
    say(
      `Every source below is a synthetic stand-in on this machine (${world.url}). The addresses are public buildings; the records are invented and say so.`,
    );
    for (const question of questions) show(question, await house.call(question.tool, question.arguments));
    await showUnavailable(house, world);
    heading('And one answer bought');
    if (local && rail) {
      const server = await startHttp(house);
      say(dim(`POST ${server.url}/api/svc-flood-zone, paid by @x402/fetch on a chain inside this process`));
      await showPurchase(server.url, rail, local.openBuyer, { address: raleigh.address });
      heading('And a whole report, as JSON, web page, PDF and aerial');
      say(dim(`POST ${server.url}/api/svc-place-report`));
      await showReport(server.url, rail, local.openBuyer, { address: raleigh.address });
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
      `\n${house.registry.free.length} free tools; ${questions.length + 1} questions answered in ${seconds} s, ${world.requests.length} requests to stand-ins.`,
    );
  } finally {
    await closing();
    await rail?.close();
    await world.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

function show({ asks, tool, arguments: args }: Question, answer: Answer): void {
  heading(asks);
  say(dim(`${tool} ${JSON.stringify(args)}`));
  for (const line of answerLines(tool, answer)) say(line);
}

const allButTheGeocoder = ({ cardId }: { cardId: string | undefined }) => cardId !== 'census-geocoder';

/** A source that fails is said to have failed: the same question again with its stand-in switched off. */
async function showUnavailable(house: House, world: Awaited<ReturnType<typeof startWorld>>): Promise<void> {
  world.setFault(allButTheGeocoder, 'http500');
  const answer = await house.call('svc_seismic_design', { address: raleigh.address });
  heading('What if a source is down?');
  say(dim('svc_seismic_design, with its source answering HTTP 500'));
  for (const line of answerLines('svc_seismic_design', answer, { sources: false })) say(line);
  for (const line of sourceLines(answer)) say(line);
  world.setFault(allButTheGeocoder, undefined);
}
