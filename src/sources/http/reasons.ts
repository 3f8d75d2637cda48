import type { FailureKind } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';

export const quietKinds: ReadonlySet<FailureKind> = new Set(['cancelled', 'circuit_open', 'out_of_time', 'not_asked']);

interface Circumstances {
  readonly status?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxBytes?: number;
}

/** What is said of each failure; filled in: the status, the seconds of its time limit, the megabytes, the setting of the key. */
const sentences: Readonly<Record<FailureKind, string>> = {
  unreachable: '{name} could not be reached.',
  private_address: '{name} was not queried: its name leads to a private address.',
  timeout: '{name} did not answer within {seconds} seconds.',
  http_error: '{name} answered with an error{http}.',
  rate_limited: '{name} is being queried too often for now{http}.',
  refused: '{name} refused the question{http}.',
  key_refused: '{name} refused the key that is configured (setting {setting}).',
  moved: '{name} sends to another address{http}; the source has moved or wants a key.',
  not_json: '{name} answered with a page instead of data.',
  error_in_body: '{name} answered with an error inside a success reply.',
  truncated: '{name} broke off before the end of its answer.',
  empty_body: '{name} answered without any content.',
  too_large: '{name} answered with more than {megabytes} MB, which is not read.',
  wrong_shape: '{name} answered in a shape that this service does not know.',
  needs_key: '{name} needs a key that is not configured (setting {setting}).',
  circuit_open: '{name} did not answer a moment ago and is not queried again yet.',
  cancelled: 'The question to {name} was cancelled.',
  out_of_time: '{name} had not answered when the {seconds} seconds of this call were over.',
  not_reached: '{name} does not reach this place.',
  not_asked: '{name} was not queried: this call had sent as many requests as it may.',
};

/** One publishable sentence for a failure: who, and what kind. Never text of the source. */
export function reasonFor({ name, key }: SourceCard, kind: FailureKind, about: Circumstances = {}): string {
  const { status, timeoutMs = 0, maxBytes = 0 } = about;
  const filled: Readonly<Record<string, string | number>> = {
    name,
    http: status === undefined || status < 300 ? '' : ` (HTTP ${status})`,
    seconds: Math.round(timeoutMs / 100) / 10,
    megabytes: Math.round(maxBytes / 1_000_000),
    setting: key?.setting ?? 'unknown',
  };
  return sentences[kind].replaceAll(/\{(\w+)\}/g, (_, part: string) => String(filled[part]));
}
