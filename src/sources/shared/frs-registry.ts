import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';

export const frsMirror = 'epa-frs-facilities';

/**
 * A question to the registry's mirrored state files. The copy of one state is whole even where other states are not
 * loaded; a state that is not loaded is `unavailable`, never empty.
 */
export function askRegistry<T extends MirrorRow>(
  mirror: MirrorAccess,
  stateCode: string,
  read: (where: MirrorRow) => Lookup<readonly T[]>,
): Lookup<readonly T[]> {
  const where = { state: stateCode.toLowerCase() };
  const any = mirror.rows(frsMirror, where, { limit: 1 });
  if (!hasData(any)) return any.state === 'empty' ? notLoaded(mirror, stateCode) : (any as Lookup<never>);
  if (any.data.length === 0) return notLoaded(mirror, stateCode);
  const found = read(where);
  if (found.state !== 'partial' || found.missing !== 'parts') return found;
  const { citation, data } = found;
  return data.length > 0 ? { state: 'found', data, citation } : { state: 'empty', citation };
}

function notLoaded(mirror: MirrorAccess, stateCode: string): Lookup<never> {
  const part = stateCode.toLowerCase();
  return {
    state: 'unavailable',
    source: `Facility Registry Service (${mirror.status(frsMirror).publisher}), mirrored file`,
    reason: `the file of ${stateCode} is not loaded: place-records mirror sync ${frsMirror} --part ${part}`,
  };
}
