type Row = Record<string, unknown>;

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

/** An edit of a source's answer: other values in the columns of each of its rows. */
export function withColumns(change: (columns: Readonly<Row>, at: number) => Row): { edit: (body: unknown) => unknown } {
  return {
    edit(body) {
      for (const [at, row] of (rowsIn(body) ?? []).entries()) {
        const columns = columnsOf(row);
        Object.assign(columns, change(columns, at));
      }
      return body;
    },
  };
}

/** An edit of a source's answer: the first row again and again, until there are `count`, with what tells them apart. */
export function withRows(
  count: number,
  apart: (columns: Readonly<Row>, at: number) => Row,
): { edit: (body: unknown) => unknown } {
  return {
    edit(body) {
      const rows = rowsIn(body);
      const first = rows?.[0];
      for (let at = rows?.length ?? count; rows && first && at < count; at += 1) {
        const copy = structuredClone(first);
        const columns = columnsOf(copy);
        Object.assign(columns, apart(columns, at));
        rows.push(copy);
      }
      return body;
    },
  };
}
