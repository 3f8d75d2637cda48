/** What a rental register is about. The scope of its source is one of these, a colon, and what it covers. */
export const rentalRegisterKinds = ['long-term registration', 'short-term license', 'enforcement-only'] as const;

export type RentalRegisterKind = (typeof rentalRegisterKinds)[number];

/** The kind of a register by its scope or by the kind alone; undefined for any other text. */
export const rentalRegisterKind = (scope = ''): RentalRegisterKind | undefined =>
  rentalRegisterKinds.find((kind) => kind === scope.split(':')[0]);
