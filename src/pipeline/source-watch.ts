import type { SourceFindings } from '../kernel/observation.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { SentinelPort } from '../kernel/ports/sentinel.ts';

/** The stored findings are read again no sooner than this. */
const rereadMs = 5 * 60_000;

/**
 * The findings of the last sentinel round for a running service: read at first use and every few minutes while it is used,
 * never more than once at a time. `onRead` is called at each read.
 */
export function watchSources(
  store: Pick<SentinelPort, 'latest'>,
  log: Log,
  onRead: (latest: readonly SourceFindings[]) => void,
) {
  let latest: readonly SourceFindings[] = [];
  let reading: Promise<readonly SourceFindings[]> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async () => {
    try {
      latest = await store.latest();
      onRead(latest);
    } catch (error) {
      log.warn({ err: error }, 'findings about the sources cannot be read');
    } finally {
      readAt = performance.now();
      reading = undefined;
    }
    return latest;
  };
  const reread = () => {
    reading ??= read();
    return reading;
  };
  return {
    /** Reads them now, whatever their age. */
    reread,
    /** The findings of the last read, without reading. */
    known: () => latest,
    /** Reads the stored findings where they are older than a few minutes; where the store cannot be read they are unchanged. */
    current: async () => (performance.now() - readAt < rereadMs ? latest : reread()),
  };
}
