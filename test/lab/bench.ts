import { startHttp } from '../../src/cli/http-server.ts';
import { openService, type TestService } from '../harness.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { Declared } from './declared.ts';

/** The whole service in this process, selling on a local rail, and every line that it logged. */
export interface House {
  readonly url: string;
  readonly test: TestService;
  readonly rail: Rail;
  readonly logged: string[];
}

/** What scenarios share; opened when it is first needed. */
export interface Bench {
  rail(): Promise<Rail>;
  house(): Promise<House>;
  /** What that service declares, every tool with its schemas. */
  declared(): Promise<Declared>;
  close(): Promise<void>;
}

export function openBench(): Bench {
  const closing: (() => Promise<unknown>)[] = [];
  let rail: Promise<Rail> | undefined;
  let house: Promise<House> | undefined;
  let declared: Promise<Declared> | undefined;
  async function openRail(): Promise<Rail> {
    const opened = await startRail();
    closing.unshift(opened.close);
    return opened;
  }
  async function openHouse(): Promise<House> {
    const opened = await bench.rail();
    const logged: string[] = [];
    const test = await openService({ settings: opened.settings, log: (line) => logged.push(line) });
    closing.unshift(test.close);
    const server = await startHttp(test.service, { port: 0, graceMs: 200 });
    closing.unshift(server.stop);
    return { url: server.url, test, rail: opened, logged };
  }
  async function readDeclared(): Promise<Declared> {
    const { url } = await bench.house();
    return new Declared((await (await fetch(`${url}/openapi.json?schemas=1`)).json()) as Record<string, unknown>);
  }
  const bench: Bench = {
    rail: () => (rail ??= openRail()),
    house: () => (house ??= openHouse()),
    declared: () => (declared ??= readDeclared()),
    async close() {
      for (const close of closing) await close();
    },
  };
  return bench;
}
