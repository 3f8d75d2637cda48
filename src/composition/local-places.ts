import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { timeZoneAt } from '../geography/time-zone.ts';
import type { Log } from '../kernel/ports/log.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import { shippedAddressLayers } from '../places/registry/addresses/index.ts';
import { type CopyOf, createJurisdictions } from '../places/registry/index.ts';
import { withLayers } from '../places/registry/layers/beside.ts';
import { shippedLayers } from '../places/registry/layers/index.ts';
import { type PlaceIndex, shippedPlaces } from '../places/registry/load.ts';
import { openLooks } from '../places/registry/looks/table.ts';
import { withOwnAddresses } from '../places/registry/own/addresses.ts';
import { withOwnPlaces } from '../places/registry/own/overlay.ts';
import type { PlaceProblem } from '../places/registry/own/read.ts';
import type { SourceClient } from '../sources/http/client.ts';
import type { PlaceRound, PlaceRoundOptions } from './place-rounds.ts';

interface Parts {
  readonly config: Pick<Config, 'jurisdictionsDir' | 'dataDir'>;
  readonly log: Log;
  readonly client: Pick<SourceClient, 'accessFor'>;
  readonly clock: () => Date;
  readonly copyOf: CopyOf;
}

export interface PlaceUpkeep {
  /** The places as files and tables have them, without what looks at them found. */
  readonly index: PlaceIndex;
  /** What of the operator's own folder is not served, and why. */
  problems(): readonly PlaceProblem[];
  /** Looks at the sources of places, host by host. Nothing is written. */
  look(options: PlaceRoundOptions): Promise<PlaceRound>;
  /** Access to sources for a command that queries them directly; the log shows `name`. */
  sources(name: string): SourceAccess;
}

/**
 * The places that are served: the shipped ones, the operator's own over them (`SVC_JURISDICTIONS_DIR`), the published
 * layers beside them, and what looks at them found. What of the own folder cannot be served is logged by name at once;
 * everything else is loaded at first use.
 */
export function openLocalPlaces({ config, log, client, clock, copyOf }: Parts) {
  const own = config.jurisdictionsDir === undefined ? undefined : withOwnPlaces(shippedPlaces, config.jurisdictionsDir);
  const ownAddresses =
    config.jurisdictionsDir === undefined ? undefined : withOwnAddresses(shippedAddressLayers, config.jurisdictionsDir);
  const addresses = ownAddresses ?? shippedAddressLayers;
  const problems = () => [...(own?.problems() ?? []), ...(ownAddresses?.problems() ?? [])];
  for (const problem of problems()) log.warn({ ...problem }, 'a place of the own folder is left out');
  const files = own ?? shippedPlaces;
  const looks = () =>
    openLooks(config.dataDir, (reason) => log.warn({ reason }, 'the table of looks at places is left out'));
  const index = withLayers(files, shippedLayers);
  const sources = (name: string) => client.accessFor({ signal: new AbortController().signal, requestId: name });
  const upkeep: PlaceUpkeep = {
    index,
    problems,
    sources,
    async look(options) {
      const { lookAtPlaces } = await import('./place-rounds.ts');
      const pacing = { now: () => performance.now(), sleep: (ms: number) => pause(ms) };
      return lookAtPlaces({ places: index, access: sources('doctor-places'), clock, pacing }, options);
    },
  };
  return {
    jurisdictions: createJurisdictions(files, shippedLayers, { addresses, copyOf, looks, timeZoneAt }),
    addresses,
    upkeep,
  };
}
