/** A rule as it is listed: its id, the rule in one sentence, and the routes without which nothing can prove it. */
export type Rule = readonly [id: string, rule: string, waitsFor?: readonly string[]];
/** Rules by section of the specification. */
export type Rules = Readonly<Record<string, readonly Rule[]>>;

/** Routes that do not exist yet. A rule that waits for one of them fails as soon as one of them exists. */
export const update = ['svc-property-update'];
export const flyer = ['svc-property-flyer'];
export const batches = ['svc-place-report-batch', 'svc-record-batch'];
export const solar = ['svc-solar-property-screen', 'svc-solar-property-comparison'];
export const threeProperties = ['svc-three-property-buyer-comparison'];
/** Routes that buy from an outside provider. */
export const bought = [
  ...solar,
  ...threeProperties,
  'svc-owner-cost-review',
  'svc-rental-operations-brief',
  'svc-rent-estimate',
];
