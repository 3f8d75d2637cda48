import type { Finding, FindingCode, Observation } from '../../kernel/observation.ts';
import type { FailureKind, SourceAccess, SourceReply } from '../../kernel/ports/sources.ts';
import type { Probe, SourceCard } from '../../kernel/source-card.ts';
import { codesOf, describedNames, hasPath, newestIn, sampleRows, shapeOf, valueAt, valuesIn } from './shape.ts';

export type Look =
  | { readonly state: 'seen'; readonly observation: Observation; readonly findings: readonly Finding[] }
  | { readonly state: 'failed'; readonly finding: Finding; readonly reason: string }
  | { readonly state: 'not_asked'; readonly needsKey: boolean; readonly reason: string }
  | { readonly state: 'no_question'; readonly reason: string };
type Ask = (url: string) => Promise<SourceReply>;

const ownFailures: ReadonlySet<FailureKind> = new Set([
  'cancelled',
  'out_of_time',
  'not_reached',
  'not_asked',
  'needs_key',
]);

const failureCodes: Readonly<Partial<Record<FailureKind, FindingCode>>> = {
  moved: 'moved',
  refused: 'token_required',
  key_refused: 'token_required',
  rate_limited: 'rate_limited',
  not_json: 'not_json',
  empty_body: 'not_json',
  error_in_body: 'error_answered',
  wrong_shape: 'error_answered',
  too_large: 'error_answered',
};

/** A question that is wrong for the source, and not a source that is gone. */
const isRefusedQuestion = (reply: SourceReply): boolean =>
  !reply.ok && (reply.kind === 'error_in_body' || reply.status === 400);

function findingOf({ kind, status }: Extract<SourceReply, { ok: false }>): Finding {
  const gone = kind === 'http_error' && status !== undefined && status < 500;
  const to = status === undefined || status < 300 ? kind.replaceAll('_', ' ') : `HTTP ${status}`;
  return { code: gone ? 'moved' : (failureCodes[kind] ?? 'unreachable'), to };
}

const folded = (names: readonly string[]) => new Set(names.map((name) => name.toLowerCase()));

/** The columns that a source refuses one by one; it is queried so only where it refused them together. */
async function refusedColumns({ column: template, columns = [] }: Probe, ask: Ask): Promise<readonly string[]> {
  if (template === undefined) return [];
  const refused: string[] = [];
  for (const column of columns) {
    const reply = await ask(template.replaceAll('{column}', encodeURIComponent(column)));
    if (isRefusedQuestion(reply)) refused.push(column);
  }
  return refused;
}

async function countOf({ count }: Probe, ask: Ask): Promise<number | undefined> {
  if (!count) return undefined;
  const reply = await ask(count.url);
  const value = reply.ok ? Number(valueAt(reply.body, count.path) ?? Number.NaN) : Number.NaN;
  return Number.isInteger(value) && value >= 0 ? value : undefined;
}

async function queriedCodes({ codes = [] }: Probe, ask: Ask): Promise<Observation['codes']> {
  const found: Record<string, Observation['codes'][string]> = {};
  for (const { column, url } of codes) {
    const reply = await ask(url);
    const values = reply.ok ? codesOf(valuesIn(reply.body, column)) : undefined;
    if (values) found[column] = { values: [...values], declared: false };
  }
  return found;
}

/** The rows with the columns that are read; a question that is refused names the columns that are not there. */
async function readSample(probe: Probe, ask: Ask, known: { readonly url: string; readonly reply: SourceReply }) {
  const { sample } = probe;
  if (!sample) return { missing: [], findings: [] };
  const reply = sample.url === known.url ? known.reply : await ask(sample.url);
  if (reply.ok) {
    const findings = sampleRows(reply.body).length > 0 ? [] : [{ code: 'no_rows' as const }];
    return { reply, missing: [], findings };
  }
  if (!isRefusedQuestion(reply)) {
    // a source that is busy with one question of several is no finding; one that wants a token is
    return { missing: [], findings: reply.kind === 'refused' ? [findingOf(reply)] : [] };
  }
  const missing = await refusedColumns(probe, ask);
  return { missing, findings: missing.length > 0 ? [] : [{ code: 'question_refused' as const }] };
}

function missingIn(probe: Probe, body: unknown): readonly string[] {
  const names = describedNames(body);
  const have = names && folded(names);
  return [
    ...probe.expect.filter((path) => !hasPath(body, path)),
    ...(have ? (probe.columns ?? []).filter((column) => !have.has(column.toLowerCase())) : []),
  ];
}

/** The form of what a source answers, by the further questions of its probe. `reply` is the one to its first. */
async function observe(of: string, probe: Probe, ask: Ask, reply: SourceReply, today: string): Promise<Look> {
  const body = reply.ok ? reply.body : undefined;
  const sample = await readSample(probe, ask, { url: probe.url, reply });
  const shape = shapeOf(body, probe.columns, of);
  const rows = await countOf(probe, ask);
  const newest =
    sample.reply && probe.sample?.dateColumn !== undefined
      ? newestIn(sample.reply.body, probe.sample.dateColumn, today)
      : undefined;
  const missing = [...new Set([...(reply.ok ? missingIn(probe, body) : []), ...sample.missing])];
  const { rows: inReply, ...form } = shape;
  const counted = rows ?? (probe.sample ? undefined : inReply);
  return {
    state: 'seen',
    observation: {
      ...form,
      missing,
      codes: { ...form.codes, ...(await queriedCodes(probe, ask)) },
      ...(counted !== undefined && { rows: counted }),
      ...(newest !== undefined && { newest }),
    },
    // a question for a column that is not there is refused for that reason
    findings: sample.findings.filter(({ code }) => code !== 'question_refused' || missing.length === 0),
  };
}

/**
 * Asks a source the questions of its card's probe, none from the cache, and says what form its answers have.
 * `today` is the calendar day. Values of rows are looked at and dropped; a failure of the source is a value.
 */
export async function lookAt(card: SourceCard, access: SourceAccess, today: string): Promise<Look> {
  const { probe } = card;
  if (card.key?.required && !access.hasKey(card)) {
    const reason = `${card.name} needs a key that is not configured (setting ${card.key.setting}).`;
    return { state: 'not_asked', needsKey: true, reason };
  }
  if (!probe) return { state: 'no_question', reason: `${card.name} has no question that is cheap enough to ask.` };
  // what is expected decides the form: a probe without paths only wants to be answered
  const as = probe.expect.length > 0 || probe.sample ? 'json' : 'bytes';
  const ask: Ask = (url) => access.fetch(card, { url, ttlSeconds: 0, as });
  const reply = await ask(probe.url);
  const asksSample = probe.sample?.url === probe.url && isRefusedQuestion(reply);
  if (!reply.ok && !asksSample) {
    const { kind, reason } = reply;
    if (ownFailures.has(kind)) return { state: 'not_asked', needsKey: kind === 'needs_key', reason };
    // a layer that answers the question what it is with an error is not there
    const gone = kind === 'error_in_body' && probe.columns !== undefined;
    return { state: 'failed', finding: gone ? { code: 'moved', to: 'no such layer' } : findingOf(reply), reason };
  }
  return observe(card.id, probe, ask, reply, today);
}
