/**
 * States of one purchase that this service makes of a provider outside.
 *
 * - `reserved`: its amount is set aside; nothing that bears a payment was sent.
 * - `sent`: the request that bears the payment was or may have been sent. It is never sent again.
 * - `confirmed`: the provider's answer is kept.
 * - `rejected`: the provider's gateway refused the payment.
 * - `unknown`: sent, and nobody can say what became of it. It stays so until an operator says.
 * - `released`: nothing that bears a payment left, or an account is not billed for it; the amount is free again.
 * - `written_off`: an operator says that it was paid for and brought nothing.
 */
export const spendStates = ['reserved', 'sent', 'confirmed', 'rejected', 'unknown', 'released', 'written_off'] as const;
export type SpendState = (typeof spendStates)[number];

/** Money of ours went out or may go out for it: what counts against the payer who caused it. */
export const spentStates = ['reserved', 'sent', 'confirmed', 'unknown'] as const satisfies readonly SpendState[];

/** Every way in which it moves, each by one conditional UPDATE of its holder, or of the operator. */
export const spendTransitions = {
  send: { from: ['reserved'], to: 'sent', when: 'right before the bytes that bear the payment leave' },
  confirm: {
    from: ['reserved', 'sent', 'unknown'],
    to: 'confirmed',
    when: 'a usable answer is at hand (of `reserved`: one that asked for no payment)',
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
} as const satisfies Record<
  string,
  { readonly from: readonly SpendState[]; readonly to: SpendState; readonly when: string }
>;

export type SpendEvent = keyof typeof spendTransitions;
