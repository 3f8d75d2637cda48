import type { Change, RegisterCheck } from '../../../src/products/place-monitor/schema.ts';

/** A row of a register on a map server. */
export interface Feature {
  readonly attributes: Record<string, string | number>;
  readonly geometry?: unknown;
}

export interface Layer {
  readonly features: readonly Feature[];
  readonly exceededTransferLimit?: boolean;
}

/** As much of a monitor's document as its tests read. */
export interface Watched {
  readonly jobId: string;
  readonly state: string;
  readonly statusUrl: string;
  readonly feedUrl: string;
  readonly nextCheckAt?: string;
  readonly changeCount: number;
  readonly progress: { readonly done: number };
  readonly baseline: readonly { readonly lane: string; readonly recordCount: number }[];
  readonly checks: readonly {
    readonly position: number;
    readonly state: string;
    readonly registers: readonly RegisterCheck[];
    readonly changes: readonly Change[];
  }[];
}

const permitNumber = ({ attributes }: Feature) => attributes.permitnum;
const newPermit = 'BLDR-9-2026';
const knownPermit = 'BLDNR-011887-2026';

const asListed = (layer: Layer) => layer;

const added = (layer: Layer): Layer => ({
  ...layer,
  features: layer.features.flatMap((one, at) =>
    at === 0 ? [one, { ...one, attributes: { ...one.attributes, permitnum: newPermit } }] : [one],
  ),
});

const changed = (layer: Layer): Layer => ({
  ...added(layer),
  features: added(layer).features.map((one) =>
    permitNumber(one) === knownPermit
      ? { ...one, attributes: { ...one.attributes, statuscurrent: 'Permit Finaled' } }
      : one,
  ),
});

const gone = (layer: Layer): Layer => ({
  ...changed(layer),
  features: changed(layer).features.filter((one) => permitNumber(one) !== newPermit),
});

const cut = (layer: Layer): Layer => ({
  ...layer,
  features: gone(layer).features.slice(0, 1),
  exceededTransferLimit: true,
});

/** What the permit register lists at each of these moments. */
export const listings = { asListed, added, changed, gone, cut };
/** What is reported of it. */
export const told = {
  added: `added ${newPermit}`,
  changed: `changed ${knownPermit}`,
  gone: `no_longer_listed ${newPermit}`,
} as const;

const checkAt = ({ checks }: Watched, position: number) => checks.find((check) => check.position === position);

/** What the check of an item tells: `added BLDR-9-2026`. */
export const toldAt = (document: Watched, position: number): readonly string[] =>
  (checkAt(document, position)?.changes ?? []).map(({ change, recordId }) => `${change} ${recordId}`);

/** What became of each register at the check of an item. */
export const statesAt = (document: Watched, position: number): Readonly<Record<string, string>> =>
  Object.fromEntries((checkAt(document, position)?.registers ?? []).map(({ lane, state }) => [lane, state]));
