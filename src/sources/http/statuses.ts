import type { FailureKind, SourceRequest } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';

export const isSuccess = (status: number) => status >= 200 && status <= 299;

/** Codes by which api.data.gov and the services behind it say that a key is missing, wrong, disabled or not for this. */
const keyCodes = /"API_KEY_(?:MISSING|INVALID|DISABLED|UNAUTHORIZED|UNVERIFIED)"/;

/** What a status that is no answer says about the source. */
function kindOfStatus(status: number): FailureKind {
  if (status === 429) return 'rate_limited';
  if ([401, 403, 407, 451].includes(status)) return 'refused';
  return status === 410 || (status >= 300 && status <= 399) ? 'moved' : 'http_error';
}

/** What keeps a response from being an answer: its status, or an error about the key of the card whatever the status. */
export function failureOf(
  { key }: SourceCard,
  { answerStatuses = [] }: SourceRequest,
  { status, bytes }: { readonly status: number; readonly bytes: Buffer },
): FailureKind | undefined {
  if (key && keyCodes.test(bytes.subarray(0, 1000).toString('latin1'))) return 'key_refused';
  return isSuccess(status) || answerStatuses.includes(status) ? undefined : kindOfStatus(status);
}
