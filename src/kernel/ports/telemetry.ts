import type { Bound } from '../over-bound.ts';

/** What became of one step of a purchase. Never a wallet, never a credential. */
export interface PurchaseEvent {
  /** First digits of the purchase's id. */
  readonly purchase: string;
  readonly slug: string;
  readonly network: string;
  /** The state that the purchase has now; `released`: given back unused. */
  readonly state: string;
  /** Milliseconds since this process took the purchase up. */
  readonly ms: number;
}

/** What is measured of a running service. Labels come from the catalog, the cards and the states: their number is bounded. */
export interface Telemetry {
  request(event: {
    readonly route: string;
    readonly method: string;
    readonly status: number;
    readonly ms: number;
  }): void;
  /** One query of a source, answered by it or by the cache. */
  source(event: { readonly source: string; readonly outcome: string }): void;
  /** A value of a source that broke the rules of its field and was left out. */
  refusedValue(event: { readonly source: string; readonly field: string; readonly why: string }): void;
  /** A file of a mirrored dataset that was given up since it went over a bound. */
  overBound(event: { readonly dataset: string; readonly bound: Bound }): void;
  cache(event: { readonly hit: boolean }): void;
  upstream(event: { readonly host: string; readonly ok: boolean; readonly ms: number }): void;
  purchase(event: PurchaseEvent): void;
  span<T>(name: string, attributes: Readonly<Record<string, string | number>>, work: () => Promise<T>): Promise<T>;
}

const nothing = () => undefined;

export const silentTelemetry: Telemetry = {
  request: nothing,
  source: nothing,
  refusedValue: nothing,
  overBound: nothing,
  cache: nothing,
  upstream: nothing,
  purchase: nothing,
  span: (_name, _attributes, work) => work(),
};
