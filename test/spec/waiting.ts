/** A rule as it is listed: its id, the rule in one sentence, and the routes without which nothing can prove it. */
export type Rule = readonly [id: string, rule: string, waitsFor?: readonly string[]];
/** Rules by section of the specification. */
export type Rules = Readonly<Record<string, readonly Rule[]>>;
