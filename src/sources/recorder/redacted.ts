import type { SourceCard } from '../../kernel/source-card.ts';

type Item = Readonly<Record<string, unknown>>;
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Takes names and contacts of persons out of a text. */
export type CleanText = (text: string) => string;

/** Members around the rows of a platform's answer that say how to read them. */
const envelope: ReadonlySet<string> = new Set([
  'success',
  'total',
  'total_count',
  'exceededTransferLimit',
  'objectIdFieldName',
  'geometryType',
  'spatialReference',
]);
const lists: ReadonlySet<string> = new Set(['rows', 'records', 'results']);

interface Redaction {
  /** Columns in lower case. */
  readonly columns: ReadonlySet<string>;
  readonly clean: CleanText;
}

/** One word of letters and digits numbers a record: it is no text in which a person could be named. */
const recordNumber = /^(?=.*[a-z])(?=.*\d)[\w/-]+$/i;

function cleaned(value: unknown, clean: CleanText): unknown {
  if (typeof value === 'string') return recordNumber.test(value) ? value : clean(value);
  if (Array.isArray(value)) return value.map((one) => cleaned(one, clean));
  if (!isItem(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner, clean)]));
}

function rowOf(row: unknown, { columns, clean }: Redaction): Item {
  const named = Object.entries(isItem(row) ? row : {}).filter(([name]) => columns.has(name.toLowerCase()));
  return Object.fromEntries(named.map(([name, value]) => [name, cleaned(value, clean)]));
}

function featureOf(feature: unknown, redaction: Redaction): Item {
  const { type, attributes, properties, geometry } = isItem(feature) ? feature : {};
  return {
    ...(type === 'Feature' && { type }),
    ...(attributes !== undefined && { attributes: rowOf(attributes, redaction) }),
    ...(properties !== undefined && { properties: rowOf(properties, redaction) }),
    ...(geometry !== undefined && { geometry }),
  };
}

/** What an answer says of one column: its name and type. */
function columnsIn(fields: readonly unknown[], { columns }: Redaction): readonly Item[] {
  return fields
    .filter(isItem)
    .flatMap(({ name, id, type }) =>
      columns.has(String(name ?? id).toLowerCase())
        ? [{ ...(name !== undefined && { name }), ...(id !== undefined && { id }), type }]
        : [],
    );
}

function memberOf(name: string, value: unknown, redaction: Redaction): unknown {
  if (envelope.has(name)) return value;
  if (name === 'result') return answerOf(value, redaction);
  if (!Array.isArray(value)) return undefined;
  if (name === 'features') return value.map((feature) => featureOf(feature, redaction));
  if (name === 'fields') return columnsIn(value, redaction);
  return lists.has(name) ? value.map((row) => rowOf(row, redaction)) : undefined;
}

function answerOf(body: unknown, redaction: Redaction): unknown {
  if (Array.isArray(body)) return body.map((row) => rowOf(row, redaction));
  if (!isItem(body)) return undefined;
  const members = Object.entries(body).flatMap(([name, value]) => {
    const member = memberOf(name, value, redaction);
    return member === undefined ? [] : [[name, member] as const];
  });
  const isLayer = Array.isArray(body.fields) && typeof body.name === 'string';
  return Object.fromEntries([...(isLayer ? [['name', body.name] as const] : []), ...members]);
}

/**
 * An answer without persons: of its rows the columns that the card names, their texts cleaned. An answer of a source
 * that holds nothing about persons stays whole. Undefined where the card names no columns: what is in it is not known.
 */
export function redacted({ probe, peopleFree }: SourceCard, body: unknown, clean: CleanText): unknown {
  if (peopleFree) return body;
  if (!probe?.columns) return undefined;
  return answerOf(body, { columns: new Set(probe.columns.map((column) => column.toLowerCase())), clean });
}
