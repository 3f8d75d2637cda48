import { type Fields, isFields } from '../src/kernel/fields.ts';
import { readGolden } from './example-answers.ts';
import type { PaidRun } from './paid-answer.ts';

/** What a route sells at its examples, from the answers that test/golden has whole. */
export function soldBodies({ kind, name }: { readonly kind: string; readonly name: string }): readonly Fields[] {
  const answers = Object.values(readGolden(name));
  // what is known of a whole area is free in this tool
  const isSold = (answer: Fields) =>
    name !== 'svc_place_facts' || !isFields(answer.subject) || answer.subject.precision !== 'area';
  if (kind === 'free') return (answers as Fields[]).filter(isSold).map((answer) => ({ charged: true, ...answer }));
  return (answers as PaidRun[]).flatMap(({ charged, body }) => (charged ? [body] : []));
}
