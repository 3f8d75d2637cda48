import type { MirrorStatus } from '../../kernel/ports/mirror.ts';
import { dayMs } from '../../kernel/time.ts';
import { earlyPart, isPart, wholeParts } from '../engine/calendar.ts';
import type { Dataset } from '../engine/dataset.ts';
import type { MirrorSupply } from './supply.ts';
import { absenceWords, megabytesOf } from './words.ts';

export type Supplier = Pick<MirrorSupply, 'view' | 'isQuick' | 'want'>;

/** The parts that a question needs: the one that it is confined to, else all that make the dataset whole. */
const neededParts = (dataset: Dataset, part: string | undefined, now: Date): readonly string[] =>
  part !== undefined && isPart(dataset, part, now) ? [part] : wholeParts(dataset, now);

/** Begins to fetch a dataset that is not here, or cannot be read, and says so. */
export function absenceOf(
  dataset: Dataset,
  { state, reason }: MirrorStatus,
  part: string | undefined,
  supply: Supplier | undefined,
  now: Date,
): string {
  if (!supply) return reason ?? 'not loaded';
  const parts = neededParts(dataset, part, now);
  supply.want(dataset, parts, false);
  const words = absenceWords(dataset, supply.view(dataset, parts), now, megabytesOf(dataset, parts));
  return state === 'unavailable' ? `${reason}; ${words}` : words;
}

/** Begins to fetch the parts that a question lacks, and says which they are and what becomes of them. */
export function wantParts(
  dataset: Dataset,
  lacking: readonly string[],
  loaded: readonly string[],
  supply: Supplier | undefined,
  now: Date,
): string {
  const known = lacking.filter((part) => isPart(dataset, part, now));
  const here = loaded.length > 0 ? `, ${loaded.join(', ')} ${loaded.length > 1 ? 'are' : 'is'}` : '';
  const absent = `${lacking.join(', ')} ${lacking.length > 1 ? 'are' : 'is'} not loaded${here}`;
  if (known.length === 0) return `${absent}; there is no such file`;
  if (!supply) {
    const commands = known.map((part) => `place-records mirror sync ${dataset.id} --part ${part}`);
    return `${absent}: ${commands.join('; ')}`;
  }
  supply.want(dataset, known);
  return `${absent}; ${absenceWords(dataset, supply.view(dataset, known), now, megabytesOf(dataset, known))}`;
}

/** Begins to fetch what a loaded dataset lacks for a question, or what has followed it. */
export function freshen(
  dataset: Dataset,
  { state, parts = [], retrievedAt }: MirrorStatus,
  part: string | undefined,
  supply: Supplier | undefined,
  now: Date,
): void {
  if (!supply) return;
  if (state === 'partial') {
    const lacking = neededParts(dataset, part, now).filter((one) => !parts.includes(one));
    if (lacking.length > 0) supply.want(dataset, lacking);
    return;
  }
  const isOld = retrievedAt === undefined || now.getTime() - Date.parse(retrievedAt) > dayMs;
  if (state === 'stale' && isOld) {
    supply.want(dataset, wholeParts(dataset, now), true);
    return;
  }
  const early = earlyPart(dataset, now);
  if (early !== undefined && !parts.includes(early)) supply.want(dataset, [early], true);
}
