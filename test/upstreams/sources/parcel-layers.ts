import { readDataFile } from '../../../src/kernel/data-file.ts';
import { parseLayers } from '../../../src/places/registry/layers/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { parcelLayers } from '../parcel-layers.ts';

const ownFiles = new Set(
  shippedPlaces.all().flatMap(({ sources }) => sources.map(({ endpoint }) => endpoint.toLowerCase())),
);

/** The lines of the table whose layer no place file names. */
export const layersBesideFiles = parseLayers(readDataFile('layers/parcels.csv')).filter(
  ({ url }) => !ownFiles.has(url.toLowerCase()),
);

/** Every published parcel layer that no place file names: lots in a grid, wherever one asks. */
export default parcelLayers(layersBesideFiles);
