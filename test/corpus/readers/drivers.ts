import { mapLookup } from '../../../src/kernel/lookup.ts';
import type { SourceCard } from '../../../src/kernel/source-card.ts';
import { namesPerson } from '../../../src/privacy/columns.ts';
import { centroidOf, countLayer, identifyRaster, queryLayer } from '../../../src/sources/drivers/arcgis.ts';
import { layerInfo } from '../../../src/sources/drivers/arcgis-layer.ts';
import { resolveLayer } from '../../../src/sources/drivers/arcgis-services.ts';
import { testCard } from '../../sources/rig.ts';
import { recordedAccess } from '../access.ts';
import { inFormOf } from '../forms.ts';
import { bodyOf, isLayerPage, type Recording } from '../recording.ts';
import { pointOf, type Reader, readingOf } from './reader.ts';

/** A card of an address that no card names. */
const cardOf = ({ url }: Recording): SourceCard => testCard({ endpoint: `${url.origin}${url.pathname}` });
const layerOf = ({ url }: Recording) => `${url.origin}${url.pathname.replace(/\/(?:query|identify)$/, '')}`;

const layer: Reader = {
  name: 'arcgis layer',
  async read(recording) {
    const found = await layerInfo(recordedAccess(recording), cardOf(recording), layerOf(recording));
    return readingOf(
      mapLookup(found, ({ columns, shape, name, objectIdField, editedOn }) => ({
        name,
        isPolygons: shape === 'polygon',
        objectIdField,
        editedOn,
        columns: columns.map(({ name }) => name),
        numbers: columns.filter(({ isNumber }) => isNumber).map(({ name }) => name),
        texts: columns.filter(({ kind }) => kind === 'text').map(({ name }) => name),
      })),
    );
  },
};

const count: Reader = {
  name: 'arcgis count',
  read: async (recording) =>
    readingOf(await countLayer(recordedAccess(recording), cardOf(recording), { layerUrl: layerOf(recording) })),
};

const rows: Reader = {
  name: 'arcgis rows',
  async read(recorded, { columns }) {
    const recording = inFormOf('arcgis', recorded);
    const { features = [] } = bodyOf(recording) as { features?: readonly { readonly attributes: object }[] };
    const recordedNames = new Set(features.flatMap(({ attributes }) => Object.keys(attributes)));
    const named = columns ?? [...recordedNames].filter((name) => namesPerson(name) === undefined);
    const found = await queryLayer(recordedAccess(recording), cardOf(recording), {
      layerUrl: layerOf(recording),
      outFields: named,
      geometry: true,
      limit: 1000,
    });
    return readingOf(
      mapLookup(found, (all) =>
        all.map(({ attributes, geometry }) => ({ ...attributes, geometry, point: centroidOf(geometry) })),
      ),
    );
  },
};

const identify: Reader = {
  name: 'arcgis identify',
  read: async (recording, question) =>
    readingOf(
      await identifyRaster(
        recordedAccess(recording),
        { ...cardOf(recording), endpoint: layerOf(recording) },
        pointOf(question),
      ),
    ),
};

const service: Reader = {
  name: 'arcgis service',
  read: async (recording) =>
    readingOf(await resolveLayer(recordedAccess(recording), cardOf(recording), layerOf(recording), /./)),
};

/** The drivers of a platform, for an address of it that neither a card nor a place file names. */
export function driverReaders(url: URL): readonly Reader[] {
  const path = url.pathname.toLowerCase();
  if (path.endsWith('/identify')) return [identify];
  if (path.endsWith('/query')) return [url.searchParams.get('returnCountOnly') === 'true' ? count : rows];
  if (isLayerPage(url)) return [layer];
  return /\/(?:feature|map)server$/.test(path) ? [service] : [];
}
