import { join } from 'node:path';
import { keepLooks, type PlaceLook, type PlaceRound } from '../composition/place-rounds.ts';
import { findState } from '../geography/us-states.ts';
import type { Service } from '../main.ts';
import { looksFile, openLooks } from '../places/registry/looks/table.ts';
import type { PlaceProblem } from '../places/registry/own/read.ts';
import { withService } from './open.ts';
import { fail, paint, say, showProgress, warn } from './terminal.ts';

export interface DoctorPlacesOptions {
  readonly json?: boolean;
  readonly state?: string;
  readonly sample?: string;
  readonly out?: string;
}

const styles = { answers: 'green', changed: 'yellow', fails: 'red' } as const;

function stateIn(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return findState(text)?.code ?? fail(`--state takes a state, for example NC; "${text}" is none`);
}

function sampleIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^[1-9]\d{0,5}$/.test(text)
    ? Number(text)
    : fail('--sample takes how many sources to look at, for example 50');
}

const line = ({ verdict, cardId, unavailableSince, problems, editedOn }: PlaceLook) =>
  [
    paint(styles[verdict], verdict.padEnd(8)),
    cardId,
    ...(unavailableSince ? [paint('red', `unavailable since ${unavailableSince}`)] : []),
    ...(editedOn && problems.length === 0 ? [`edited ${editedOn}`] : []),
    ...problems,
  ].join('  ');

function summary({ looks }: PlaceRound, before: number): string {
  const count = (verdict: PlaceLook['verdict']) => looks.filter((look) => look.verdict === verdict).length;
  const gone = looks.filter(({ unavailableSince }) => unavailableSince !== undefined).length;
  return [
    `${looks.length === 1 ? '1 source' : `${looks.length} sources`} in ${before} min: ${count('answers')} answer`,
    `${count('changed')} answer and have changed`,
    `${count('fails')} fail, of which ${gone} are unavailable (two days in a row)`,
  ].join(', ');
}

function* roundLines(round: PlaceRound, problems: readonly PlaceProblem[], started: number): Generator<string> {
  for (const { file, reason } of problems) yield `${paint('red', 'left out')}  ${file}  ${reason}`;
  for (const look of round.looks) yield line(look);
  yield `\n${summary(round, Math.ceil((performance.now() - started) / 60_000))}`;
}

/** Says how far a round is; on a terminal the same line, elsewhere a line for each tenth. */
function progress(started: number) {
  let reported = 0;
  return (done: number, total: number) => {
    const minutes = ((performance.now() - started) / 60_000) * (total / done - 1);
    const left = done === total ? '' : `, about ${Math.max(1, Math.round(minutes))} min left`;
    showProgress(`looking at places, ${done} of ${total}${left}`, done / total);
    const tenth = Math.floor((done / total) * 10);
    if (process.stderr.isTTY || tenth === reported || total < 100) return;
    reported = tenth;
    warn(`looking at places, ${done} of ${total}${left}`);
  };
}

type Look = Omit<DoctorPlacesOptions, 'sample'> & { readonly sample: number | undefined };

async function look({ places, config }: Service, { state, sample, out, json }: Look): Promise<number> {
  const started = performance.now();
  const problems = places.problems();
  const before = openLooks(config.dataDir, fail);
  const round = await places.look({
    ...(state && { state }),
    ...(sample !== undefined && { sample }),
    before,
    onProgress: progress(started),
  });
  const { looks, rows } = round;
  if (looks.length === 0) fail(`no source of ${state ?? 'any state'} can be looked at`);
  const isDead = looks.every(({ verdict }) => verdict === 'fails');
  const path = out ?? join(config.dataDir, looksFile);
  if (!isDead) keepLooks(path, rows);
  if (json) say(JSON.stringify({ looks, problems, kept: isDead ? null : path }, null, 2));
  else {
    for (const text of roundLines(round, problems, started)) say(text);
    say(isDead ? 'No source answered: nothing was remembered. Is there a network?' : `remembered in ${path}`);
  }
  return problems.length > 0 || looks.some(({ verdict }) => verdict === 'fails') ? 1 : 0;
}

/**
 * Looks at the sources of places one by one and remembers what was seen: the day on which one answered, and since when one
 * fails. Exit status 1 where one fails or a file of the own folder is not served; where no source at all answers, nothing
 * is remembered, since the fault is then on this side.
 */
export async function runDoctorPlaces(options: DoctorPlacesOptions): Promise<number> {
  const state = stateIn(options.state);
  const sample = sampleIn(options.sample);
  return withService((service) => look(service, { ...options, ...(state && { state }), sample }), {
    logLevel: 'silent',
  });
}
