import { parcelDepthOf, parcelDepths } from '../../schema/jurisdiction.ts';
import type { LayerCount } from '../../schema/port.ts';
import type { LayerIndex } from './index.ts';

/** Layers of each depth, and the places that have one of their own. Takes the whole table apart and keeps nothing of it. */
export function countLayers(layers: LayerIndex): readonly LayerCount[] {
  const places = layers.everyPlace();
  return parcelDepths.map((depth) => {
    const perPlace = places.map(({ sources }) => sources.filter((source) => parcelDepthOf(source) === depth).length);
    return {
      depth,
      layers: perPlace.reduce((sum, count) => sum + count, 0),
      places: perPlace.filter((count) => count > 0).length,
    };
  });
}
