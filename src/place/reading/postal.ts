/** Addresses of the post that name no location. */
export type Postal =
  | 'A post office box'
  | 'A rural route'
  | 'A highway contract route'
  | 'General delivery'
  | 'A military post office';

const forms: readonly (readonly [Postal, RegExp])[] = [
  [
    'A post office box',
    /^(?:p\.? ?o\.?,? ?(?:box|bx|drawer|b\b)|pob\b|post office box|box|apartado(?: postal)?)\.? ?#? ?[\w-]{1,12}/i,
  ],
  [
    'A rural route',
    /^(?:(?:r\.? ?r\.?|rfd|rural (?:route|rt\.?)) ?#? ?\d{1,4}|(?:route|rte?|rd) ?#? ?\d{1,4} box ?#? ?[\w-]{1,12})(?: box ?#? ?[\w-]{1,12})?$/i,
  ],
  [
    'A highway contract route',
    /^(?:h\.? ?c\.?r?|highway contract(?: route)?|star route) ?-?#? ?\d{1,4}(?: box ?#? ?[\w-]{1,12})?/i,
  ],
  ['General delivery', /^(?:general delivery|gen del|lista de correos)/i],
  ['A military post office', /^(?:psc|cmr|unit) \d{1,6},? box \d{1,6}|\b(?:apo|fpo|dpo)(?: (?:ae|ap|aa))?$/i],
];

/** What a part of a text between commas is to the post, and the words behind that. */
export function readPostal(piece: string): { readonly kind: Postal; readonly rest: string } | undefined {
  for (const [kind, form] of forms) {
    const found = form.exec(piece);
    if (found) return { kind, rest: piece.slice(found.index + found[0].length).trim() };
  }
  return undefined;
}
