import { findState } from '../geography/us-states.ts';
import type { Lookup } from '../kernel/lookup.ts';
import type { MirrorAccess } from '../kernel/ports/mirror.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';

const nameOf = (stateCode: string) => findState(stateCode)?.name ?? stateCode;

/** The sources for a query about a state or territory: one that does not cover it, by its card, is not queried. */
export function sourcesReaching(sources: SourceAccess, stateCode: string, clock: () => Date): SourceAccess {
  return {
    ...sources,
    fetch: async (card, request) =>
      card.outside?.includes(stateCode)
        ? {
            ok: false,
            kind: 'not_reached',
            reason: `${card.name} does not reach ${nameOf(stateCode)}.`,
            url: card.endpoint,
            at: clock().toISOString(),
          }
        : sources.fetch(card, request),
  };
}

/** The mirrored files for a query about a state or territory: one that does not cover it is not covered, never empty. */
export function mirrorReaching(mirror: MirrorAccess, stateCode: string): MirrorAccess {
  const within = <T>(dataset: string, read: () => Lookup<T>): Lookup<T> => {
    const { title, outside } = mirror.status(dataset);
    return outside?.includes(stateCode)
      ? { state: 'not_covered', source: title, reason: `${title} does not reach ${nameOf(stateCode)}.` }
      : read();
  };
  return {
    rows: (dataset, ...rest) => within(dataset, () => mirror.rows(dataset, ...rest)),
    matching: (dataset, ...rest) => within(dataset, () => mirror.matching(dataset, ...rest)),
    near: (dataset, ...rest) => within(dataset, () => mirror.near(dataset, ...rest)),
    containing: (dataset, point, where) => within(dataset, () => mirror.containing(dataset, point, where)),
    valuesOf: (dataset, column, where) => within(dataset, () => mirror.valuesOf(dataset, column, where)),
    need: (dataset, parts) =>
      mirror.status(dataset).outside?.includes(stateCode) ? undefined : mirror.need(dataset, parts),
    status: (dataset) => mirror.status(dataset),
    placeFiles: () => mirror.placeFiles(),
    all: () => mirror.all(),
    citation: (dataset) => mirror.citation(dataset),
  };
}
