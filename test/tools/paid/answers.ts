import { expect } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { openService, type TestService } from '../../harness.ts';
import { askPaid } from './sold.ts';

export type Body = Answer & { readonly kind: string; readonly charged: boolean; readonly message?: string };
type Rows = readonly Readonly<Record<string, unknown>>[];
export const rows = (answer: Body, list: string) => (answer.facts?.[list] ?? []) as Rows;

/** What a route whose body is one answer brings, sold or free. */
export async function askRoute(at: TestService, slug: string, given: object): Promise<Body> {
  const { charged, body } = await askPaid(at, slug, given);
  const answer = { ...body, charged } as unknown as Body;
  // nothing about people, crimes or files that may not be shown leaves the service
  expect(JSON.stringify(answer)).not.toMatch(/planted|555-0199/i);
  return answer;
}

/** One question in a house where the sources are as told. */
export async function askWhere(
  slug: string,
  given: object,
  set: (at: TestService) => void,
  mirrors = false,
  settings: Readonly<Record<string, string>> = {},
): Promise<Body> {
  const own = await openService({ mirrors, sourceTimeoutMs: 1000, settings });
  try {
    set(own);
    return await askRoute(own, slug, given);
  } finally {
    await own.close();
  }
}
