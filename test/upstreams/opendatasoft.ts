import { distanceMeters } from '../../src/geometry/geo.ts';
import type { FakeUpstream, UpstreamReply } from './fake-upstream.ts';
import { daysBefore, type PastDays, type Placed, planted } from './tables.ts';
import { matches } from './where.ts';

interface OpendatasoftTable {
  readonly cardId: string;
  /** Address of the records, without scheme. */
  readonly endpoint: string;
  /** Column of positions. */
  readonly position?: string;
  readonly rows: (past: PastDays) => readonly Placed[];
}

const within = /(?:\s+and\s+)?within_distance\((\w+), geom'POINT\((-?[\d.]+) (-?[\d.]+)\)', ([\d.]+)m\)$/;
/** A wrong clause or column is 400 with a code of the platform, as its public clients record it. */
const refused: UpstreamReply = { status: 400, body: { error_code: 'ODSQLSyntaxError', message: 'synthetic refusal' } };

/**
 * Fake upstream of one Opendatasoft dataset (explore API v2.1): its description, and its records in `{total_count,
 * results}`, a hundred a page at most, positions as `{lon, lat}`. Shapes as public clients of opendatasoft portals read
 * them; the columns of Long Beach as two public readers of data.longbeach.gov name them.
 */
export function opendatasoftTable(table: OpendatasoftTable): FakeUpstream {
  const [host = '', ...rest] = table.endpoint.split('/');
  const path = `/${rest.join('/')}`;
  return {
    cardId: table.cardId,
    hosts: [host],
    respond({ path: queried, query, now }) {
      const all = table.rows(daysBefore(now));
      const known = { ...all[0]?.columns, ...(table.position && { [table.position]: null }) };
      if (queried === path.replace(/\/records$/, '')) {
        return {
          body: { dataset_id: 'synthetic', fields: Object.keys(known).map((name) => ({ name, type: 'text' })) },
        };
      }
      if (queried !== path) return undefined;
      const limit = Number(query.get('limit') ?? 10);
      if (limit > 100 || limit + Number(query.get('offset') ?? 0) > 10_000) return refused;
      const columns = query.get('select')?.split(',') ?? Object.keys(known);
      if (columns.some((column) => !(column in known))) return refused;
      const where = query.get('where') ?? '';
      const circle = within.exec(where);
      if (circle && circle[1] !== table.position) return refused;
      const condition = where
        .replace(within, '')
        .replace(/date'/g, "'")
        .replace(/"([^"]*)"/g, "'$1'");
      try {
        const rows = all
          .filter(({ at }) => {
            if (!circle) return true;
            const center = { longitude: Number(circle[2]), latitude: Number(circle[3]) };
            return at !== undefined && distanceMeters(at, center) <= Number(circle[4]);
          })
          .filter(({ columns: row }) => condition === '' || matches(condition, row));
        const from = Number(query.get('offset') ?? 0);
        const results = rows.slice(from, from + limit).map(({ at, columns: row }) => ({
          ...Object.fromEntries(columns.map((column) => [column, row[column] ?? null])),
          ...(table.position && columns.includes(table.position) && at
            ? { [table.position]: { lon: at.longitude, lat: at.latitude } }
            : {}),
          ...planted,
        }));
        return { body: { total_count: rows.length, results } };
      } catch {
        return refused;
      }
    },
  };
}
