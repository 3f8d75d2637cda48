import type { Moves } from './sql.ts';

/**
 * States of one purchase by this service from a licensed provider.
 *
 * - `reserved`: its amount is reserved; no request with a payment was sent.
 * - `sent`: the request with the payment was or may have been sent. It is never sent again.
 * - `confirmed`: the provider's answer is stored.
 * - `rejected`: the provider's gateway refused the payment.
 * - `unknown`: sent, and its outcome is unknown until an operator resolves it.
 * - `released`: no request with a payment was sent, or the account is not billed; the amount is free again.
 * - `written_off`: an operator states that it was paid without an answer.
 */
export const spendStates = ['reserved', 'sent', 'confirmed', 'rejected', 'unknown', 'released', 'written_off'] as const;
export type SpendState = (typeof spendStates)[number];

/** The service spent or may spend money on it, which counts against the payer who caused it. */
export const spentStates = ['reserved', 'sent', 'confirmed', 'unknown'] as const satisfies readonly SpendState[];

/** All transitions, each one conditional UPDATE by its holder or by the operator. */
export const spendTransitions = {
  send: { from: ['reserved'], to: 'sent', when: 'right before the bytes that bear the payment leave' },
  confirm: {
    from: ['reserved', 'sent', 'unknown'],
    to: 'confirmed',
    when: 'a usable answer is at hand (of `reserved`: one that requested no payment)',
  },
  reject: { from: ['sent'], to: 'rejected', when: 'a definite refusal after the payment' },
  lose: { from: ['sent'], to: 'unknown', when: 'no usable answer' },
  release: {
    from: ['reserved', 'sent'],
    to: 'released',
    when: 'no byte that bears a payment left, or an error that is not billed',
  },
  give_back: {
    from: ['sent', 'rejected', 'unknown'],
    to: 'released',
    when: 'an operator saw that no money moved (place-records ledger ext resolve --as not-paid)',
  },
  write_off: {
    from: ['sent', 'rejected', 'unknown'],
    to: 'written_off',
    when: 'an operator saw that money moved (place-records ledger ext resolve --as paid)',
  },
} as const satisfies Record<string, Moves<SpendState>>;

export type SpendEvent = keyof typeof spendTransitions;
