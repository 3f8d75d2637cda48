import { Agent, request } from 'node:http';
import { percentile } from '../row.ts';
import { type Call, type CallClass, classes } from './mix.ts';

/** What became of the calls of one class. */
interface Tally {
  readonly times: number[];
  /** Of calls that came while nothing was disturbed. */
  readonly steady: number[];
  wrong: number;
  degraded: number;
  /** Cut off by a process that died, and queried again. */
  cutOff: number;
  /** Answered by nothing at all, however often it was queried. */
  lost: number;
}

export interface Driven {
  readonly seconds: number;
  readonly tallies: Readonly<Record<CallClass, Tally>>;
  /** Of all bodies. */
  readonly bytes: number;
  /** What was wrong, the first few in words. */
  readonly faults: readonly string[];
}

const patienceMs = 30_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Reply {
  readonly status: number;
  readonly text: string;
}

/** One request; undefined where the connection broke under it. */
function send(agent: Agent, url: URL, { method, path, body }: Call): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const headers =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sent = request({ agent, host: url.hostname, port: url.port, method, path, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString('utf8') }),
      );
      answer.once('error', () => resolve(undefined));
      answer.once('aborted', () => resolve(undefined));
    });
    sent.once('error', () => resolve(undefined));
    sent.end(body);
  });
}

/** Asks and judges, over and over as every client does whose connection breaks. */
export class Driver {
  readonly #agent: Agent;
  readonly #url: URL;
  readonly #draw: (random: number) => Call;
  #tallies = Driver.#blank();
  #faults: string[] = [];
  #bytes = 0;
  #steadyFrom = 0;

  constructor(url: string, draw: (random: number) => Call, connections: number) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
    this.#url = new URL(url);
    this.#draw = draw;
  }

  static #blank(): Record<CallClass, Tally> {
    const tally = () => ({ times: [], steady: [], wrong: 0, degraded: 0, cutOff: 0, lost: 0 });
    return Object.fromEntries(classes.map((kind) => [kind, tally()])) as unknown as Record<CallClass, Tally>;
  }

  /** `callers` ask one call after the other. */
  async atOnce(callers: number, seconds: number): Promise<Driven> {
    const began = this.#begin();
    const caller = async () => {
      while (performance.now() - began < seconds * 1000) await this.#ask(performance.now());
    };
    await Promise.all(Array.from({ length: callers }, caller));
    return this.#end(began);
  }

  /** So many calls a second come, whether the ones before are answered or not; a call's time counts from when it was due. */
  async atRate(perSecond: () => number, seconds: number): Promise<Driven> {
    const began = this.#begin();
    const under = new Set<Promise<void>>();
    for (let due = began; ; ) {
      const now = performance.now();
      if (now - began > seconds * 1000) break;
      for (; due <= now; due += 1000 / perSecond()) {
        const queried = this.#ask(due);
        under.add(queried);
        queried.then(() => under.delete(queried));
      }
      await pause(1);
    }
    await Promise.all(under);
    return this.#end(began);
  }

  /** Something is disturbed now; calls count as steady again after so long. */
  disturbed(forMs: number): void {
    this.#steadyFrom = performance.now() + forMs;
  }

  /** Whether nothing was disturbed lately. */
  get isSteady(): boolean {
    return performance.now() > this.#steadyFrom;
  }

  close(): void {
    this.#agent.destroy();
  }

  #begin(): number {
    this.#tallies = Driver.#blank();
    this.#faults = [];
    this.#bytes = 0;
    return performance.now();
  }

  #end(began: number): Driven {
    return {
      seconds: (performance.now() - began) / 1000,
      tallies: this.#tallies,
      bytes: this.#bytes,
      faults: this.#faults,
    };
  }

  async #ask(due: number): Promise<void> {
    const call = this.#draw(Math.random());
    const tally = this.#tallies[call.kind];
    for (;;) {
      const reply = await send(this.#agent, this.#url, call);
      if (reply) {
        const took = performance.now() - due;
        tally.times.push(took);
        if (due > this.#steadyFrom) tally.steady.push(took);
        this.#bytes += Buffer.byteLength(reply.text);
        this.#judge(call, reply, tally);
        return;
      }
      tally.cutOff += 1;
      if (performance.now() - due > patienceMs) {
        tally.lost += 1;
        return;
      }
      await pause(50);
    }
  }

  #judge(call: Call, { status, text }: Reply, tally: Tally): void {
    const verdict = status === 200 ? call.judge(text) : 'wrong';
    if (verdict === 'degraded') tally.degraded += 1;
    if (verdict !== 'wrong') return;
    tally.wrong += 1;
    if (this.#faults.length < 10) this.#faults.push(`${call.name}: ${status} ${text.slice(0, 300)}`);
  }
}

export const answered = ({ tallies }: Driven) => classes.reduce((sum, kind) => sum + tallies[kind].times.length, 0);
export const perSecond = (driven: Driven) => answered(driven) / driven.seconds;
export const timeOf = ({ tallies }: Driven, kind: CallClass, share: number, when: 'times' | 'steady' = 'times') =>
  percentile(tallies[kind][when], share);
export const countOf = ({ tallies }: Driven, what: 'wrong' | 'degraded' | 'cutOff' | 'lost') =>
  classes.reduce((sum, kind) => sum + tallies[kind][what], 0);
