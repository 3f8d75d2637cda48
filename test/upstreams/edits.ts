type Row = Record<string, unknown>;

/** What a source sends, changed; see `setFault`. */
export interface Edit {
  edit(body: unknown): unknown;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first list of objects inside a document: the rows of a table, the features of a layer. */
function rowsIn(body: unknown): Row[] | undefined {
  if (Array.isArray(body)) return body.length > 0 && body.every(isRow) ? body : undefined;
  if (!isRow(body)) return undefined;
  for (const [name, inner] of Object.entries(body)) {
    const rows = name === 'fields' ? undefined : rowsIn(inner);
    if (rows) return rows;
  }
  return undefined;
}

/** The columns of a row, also where a feature wraps them. */
function columnsOf(row: Row): Row {
  const inner = row.attributes ?? row.properties;
  return isRow(inner) ? inner : row;
}

/** A row of its own with these columns besides, or in place of, those of the row that it is made of. */
function rowLike(row: Row, columns: Readonly<Row>): Row {
  const copy = structuredClone(row);
  Object.assign(columnsOf(copy), columns);
  return copy;
}

/** Other values in the columns of each row. */
export function withColumns(change: Readonly<Row> | ((columns: Readonly<Row>, at: number) => Row)): Edit {
  return {
    edit(body) {
      for (const [at, row] of (rowsIn(body) ?? []).entries()) {
        const columns = columnsOf(row);
        Object.assign(columns, typeof change === 'function' ? change(columns, at) : change);
      }
      return body;
    },
  };
}

/** The rows that are there, and the first of them again until there are `count`, with what tells them apart. */
export function withRows(count: number, apart: (columns: Readonly<Row>, at: number) => Row): Edit {
  return {
    edit(body) {
      const rows = rowsIn(body);
      const first = rows?.[0];
      for (let at = rows?.length ?? count; rows && first && at < count; at += 1)
        rows.push(rowLike(first, apart(columnsOf(first), at)));
      return body;
    },
  };
}

/** Each row again and again, so many rows in all; `own` gives each what tells it from the others. */
export function repeated(count: number, own: (at: number) => Row): Edit {
  return {
    edit(body) {
      const rows = rowsIn(body);
      const given = rows?.splice(0) ?? [];
      for (let at = 0; rows && at < count; at += 1) rows.push(rowLike(given[at % given.length] ?? {}, own(at)));
      return body;
    },
  };
}
