/** Columns that the mirrored file of a place has beside its own: what it is queried by, in one form. */
export const copyColumns = {
  day: 'record_day',
  /** Street line of the record, upper case. */
  street: 'street_line',
} as const;
