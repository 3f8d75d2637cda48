import type { FailureKind, SourceAccess, SourceHealth } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';

type Verdict = SourceHealth['verdict'];

/** As much of the client as the doctor needs. */
interface Examined {
  accessFor(signal: AbortSignal, requestId: string): SourceAccess;
  health(): { set(health: SourceHealth): void };
}

interface ExaminationOptions {
  readonly cards: readonly SourceCard[];
  readonly client: Examined;
  readonly clock: () => Date;
  /** Sources asked at a time; 8 where absent. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

const verdicts: Readonly<Record<FailureKind, Verdict>> = {
  unreachable: 'unreachable',
  timeout: 'unreachable',
  circuit_open: 'unreachable',
  truncated: 'unreachable',
  cancelled: 'unknown',
  out_of_time: 'unknown',
  not_reached: 'unknown',
  refused: 'refuses',
  rate_limited: 'refuses',
  needs_key: 'needs_key',
  moved: 'moved',
  http_error: 'unreachable',
  not_json: 'shape_changed',
  error_in_body: 'shape_changed',
  empty_body: 'shape_changed',
  too_large: 'shape_changed',
  wrong_shape: 'shape_changed',
};

/** Whether a dotted path leads to something: `features.0.attributes.FLD_ZONE`; a number is an array index. */
export function hasPath(body: unknown, path: string): boolean {
  let here = body;
  for (const step of path.split('.')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return false;
    here = (here as Record<string, unknown>)[step];
  }
  return here !== undefined;
}

async function examine(card: SourceCard, access: SourceAccess, clock: () => Date): Promise<SourceHealth> {
  const checkedAt = clock().toISOString();
  const finding = (verdict: Verdict, reason?: string): SourceHealth => ({
    cardId: card.id,
    verdict,
    checkedAt,
    ...(reason !== undefined && { reason }),
  });
  if (card.key?.required && !access.hasKey(card)) {
    return finding('needs_key', `${card.name} needs a key that is not configured (setting ${card.key.setting}).`);
  }
  if (!card.probe) return finding('unknown', `${card.name} has no question that is cheap enough to ask.`);
  // what is expected decides the form: a probe without paths only wants to be answered
  const as = card.probe.expect.length > 0 ? 'json' : 'bytes';
  const reply = await access.fetch(card, { url: card.probe.url, ttlSeconds: 0, as });
  if (!reply.ok) {
    const gone = reply.kind === 'http_error' && reply.status !== undefined && reply.status < 500;
    return finding(gone ? 'moved' : verdicts[reply.kind], reply.reason);
  }
  const missing = card.probe.expect.filter((path) => !hasPath(reply.body, path));
  return missing.length === 0
    ? finding('answers')
    : finding('shape_changed', `${card.name} answers without ${missing.slice(0, 3).join(', ')}.`);
}

/**
 * Asks every source one cheap question and says what came of it. Findings go into the client's health book;
 * a source that hangs delays no other.
 */
export async function examineSources(options: ExaminationOptions): Promise<readonly SourceHealth[]> {
  const { cards, client, clock, onProgress, concurrency = 8 } = options;
  const signal = options.signal ?? new AbortController().signal;
  const access = client.accessFor(signal, 'doctor');
  const findings = new Map<string, SourceHealth>();
  const waiting = cards.values();
  const work = async () => {
    for (const card of waiting) {
      const finding = await examine(card, access, clock);
      client.health().set(finding);
      findings.set(card.id, finding);
      onProgress?.(findings.size, cards.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, cards.length) }, work));
  return cards.flatMap((card) => findings.get(card.id) ?? []);
}
