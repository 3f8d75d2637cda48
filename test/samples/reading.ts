import { parse } from 'csv-parse/sync';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import type { SourceAccess, SourceReply } from '../../src/kernel/ports/sources.ts';
import { type LaneQuery, readLane } from '../../src/places/lanes/reader.ts';
import { createJurisdictions } from '../../src/places/registry/index.ts';
import { shippedPlaces } from '../../src/places/registry/load.ts';
import type { ConfiguredLane } from '../../src/places/schema/port.ts';

import { unkept } from '../sources/unkept.ts';

/** Source access that sends recorded bodies, under the rule of each request for errors inside a 200. */
export function sending(bodyOf: (url: string, at: number) => unknown, status = 200): SourceAccess {
  let asked = 0;
  return {
    ...unkept,
    hasKey: () => true,
    fetch: async (_card, request): Promise<SourceReply> => {
      const url = String(request.url);
      const body = bodyOf(url, asked++);
      const at = '2026-11-21T12:00:00Z';
      if (status >= 400 && !request.answerStatuses?.includes(status)) {
        return { ok: false, kind: 'http_error', status, reason: `HTTP ${status}`, url, at };
      }
      if (request.detectError?.(body)) return { ok: false, kind: 'error_in_body', reason: 'an error', url, at };
      return { ok: true, status, body, url, fetchedAt: at, synthetic: false, bodyHash: `${asked}` };
    },
  };
}

/** What a lookup brought: its data, or its state where it brought none. */
export const given = <T>(lookup: Lookup<T>): T | string => (hasData(lookup) ? lookup.data : lookup.state);

const port = createJurisdictions(shippedPlaces);

function configuredOf(cardId: string): ConfiguredLane {
  for (const jurisdiction of shippedPlaces.all()) {
    const source = jurisdiction.sources.find((candidate) => candidate.cardId === cardId);
    const card = port.cards().find(({ id }) => id === cardId);
    if (source && card) return { jurisdiction, source, card };
  }
  throw new Error(`no ${cardId}`);
}

/** The rows of a configured lane out of a recorded body, by the reader that every tool uses. */
export async function laneRows(cardId: string, body: unknown, query: LaneQuery) {
  const found = await readLane(
    sending(() => body),
    configuredOf(cardId),
    { limit: 500, ...query },
  );
  return hasData(found) ? found.data : [];
}

/** A download as the rows of the interface: headings become the lower-case names of its columns. */
export function rowsOfCsv(text: string): readonly Record<string, string>[] {
  const columns = (headings: readonly string[]) =>
    headings.map((heading) =>
      heading
        .trim()
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '_')
        .replace(/_$/, ''),
    );
  const rows: Record<string, string>[] = parse(text, { columns, skip_empty_lines: true });
  // a column without a value is absent from a row of the interface
  return rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')));
}
