import { findState } from '../../../geography/us-states.ts';
import { memoizeByKey } from '../../../kernel/memoize.ts';
import type { Jurisdiction } from '../../schema/jurisdiction.ts';
import type { PlaceIndex } from '../load.ts';
import type { LayerIndex } from './index.ts';

const hasParcels = ({ sources }: Jurisdiction) => sources.some(({ lane }) => lane === 'parcel');

/** Whether a place file speaks for the ground of a layer's place: the same code, or a city that is exactly its counties. */
function speaksFor(file: Jurisdiction, layer: Jurisdiction): boolean {
  const [county] = layer.geoid.county;
  if (layer.kind === 'state' || layer.kind === 'city') {
    return file.kind === layer.kind && file.geoid.place === layer.geoid.place;
  }
  if (county === undefined || !file.geoid.county.includes(county)) return false;
  const isWhole = file.boundaryCheck !== undefined && 'none' in file.boundaryCheck;
  return file.kind === 'county' || (file.kind === 'city' && isWhole);
}

/**
 * The places of one state with the layers that no place file makes needless: a file with a parcel source of its own wins
 * over the layers of its ground; one without takes them over.
 */
function layersBeside(files: readonly Jurisdiction[], layers: readonly Jurisdiction[]): readonly Jurisdiction[] {
  const left = layers.filter((layer) => !files.some((file) => speaksFor(file, layer)));
  const filled = files.map((file) => {
    const own = hasParcels(file) ? [] : layers.filter((layer) => speaksFor(file, layer));
    return own.length === 0 ? file : { ...file, sources: [...file.sources, ...own.flatMap(({ sources }) => sources)] };
  });
  return [...filled, ...left];
}

/** The state at the end of an id: its two letters after a county or city, or its whole name ("ohio", "king-county-wa"). */
export const stateOfId = (id: string): string | undefined =>
  (findState(id.split('-').at(-1) ?? '') ?? findState(id.replaceAll('-', ' ')))?.fips;

/** Place files with the layers beside them. `all` stays the list of the files: layers are requested by state. */
export function withLayers(files: PlaceIndex, layers: LayerIndex): PlaceIndex {
  const inState = memoizeByKey((fips) => layersBeside(files.inState(fips), layers.inState(fips)));
  return {
    all: () => files.all(),
    inState,
    byId(id) {
      const state = stateOfId(id);
      return (state === undefined ? undefined : inState(state).find((place) => place.id === id)) ?? files.byId(id);
    },
  };
}
