import type { FailureKind } from '../../kernel/ports/sources.ts';

export const isSuccess = (status: number) => status >= 200 && status <= 299;

/** What a status that is no answer says about the source. */
export function kindOfStatus(status: number): FailureKind {
  if (status === 429) return 'rate_limited';
  if ([401, 403, 407, 451].includes(status)) return 'refused';
  return status === 410 || (status >= 300 && status <= 399) ? 'moved' : 'http_error';
}
