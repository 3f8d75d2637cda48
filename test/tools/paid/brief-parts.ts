import { afterEach } from 'vitest';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import type { TestService } from '../../harness.ts';
import { askPaid } from './sold.ts';

/** Each part that a brief queried, as `tool title: status`, in the order in which it is sold. */
export const partsOf = (body: object) =>
  (body as Brief | BriefDiagnostic).coverage.map(({ tool, label, status }) => `${tool} ${label}: ${status}`);

/** What is read of a brief, sold or free, with the fields that only some routes have. */
export interface ReadBrief {
  readonly message?: string;
  readonly sections: readonly {
    readonly id: string;
    readonly note: string;
    readonly facts: readonly unknown[];
    readonly tables?: readonly { readonly rows: readonly { readonly cells: readonly unknown[] }[] }[];
  }[];
  readonly coverage: readonly { readonly id: string; readonly status: string; readonly reason?: string }[];
  readonly composeStatus?: string;
  readonly series?: readonly {
    readonly id: string;
    readonly quarters: readonly { readonly quarter: string; readonly count?: number; readonly withheld?: string }[];
  }[];
  readonly componentReadiness?: Record<string, string>;
  readonly componentReadinessDetail?: Record<string, string>;
  readonly suggestedAlternative?: { readonly tools: readonly string[] };
  readonly items?: readonly { readonly id: string; readonly where: string }[];
  readonly questioned?: Record<string, unknown>;
  readonly priceAgainstRecord?: readonly unknown[];
  readonly recordToCheck?: readonly { readonly fact: { readonly id: string }; readonly holdAgainst: string }[];
}

/** What a route answers: its body, the same as `T`, and its message as text. */
export async function askBrief<T = ReadBrief>(at: TestService, slug: string, given: object) {
  const { charged, body } = await askPaid(at, slug, given);
  return { charged, body, sold: body as unknown as T, message: String(body.message ?? '') };
}

type Selector = Parameters<TestService['upstreams']['setFault']>[0];

/** Makes chosen sources of a service that others use too answer 500, each time until the end of the test. */
export function failUntilTestEnds(at: () => TestService): (selector: Selector) => void {
  const faulty: Selector[] = [];
  afterEach(() => {
    for (const selector of faulty.splice(0)) at().upstreams.setFault(selector, undefined);
  });
  return (selector) => {
    faulty.push(selector);
    at().upstreams.setFault(selector, 'http500');
  };
}
