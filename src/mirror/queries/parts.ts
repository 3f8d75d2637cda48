import type { Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';

/**
 * A question that lies inside some parts of a dataset which comes in several files. What else is loaded has no bearing
 * on it; a part that is not loaded makes it `unavailable`, never empty.
 */
export function insideParts<T>(
  mirror: MirrorAccess,
  dataset: string,
  parts: readonly string[],
  read: () => Lookup<readonly T[]>,
): Lookup<readonly T[]> {
  const status = mirror.status(dataset);
  if (status.parts === undefined) return read();
  const lacking = parts.filter((part) => !status.parts?.includes(part));
  if (lacking.length > 0) {
    const commands = lacking.map((part) => `place-records mirror sync ${dataset} --part ${part}`).join('; ');
    return { state: 'unavailable', source: `${dataset}, mirrored file`, reason: `not loaded: ${commands}` };
  }
  const found = read();
  if (found.state !== 'partial' || status.state !== 'partial' || found.reason !== status.reason) return found;
  const { citation, data } = found;
  return data.length > 0 ? { state: 'found', data, citation } : { state: 'empty', citation };
}
