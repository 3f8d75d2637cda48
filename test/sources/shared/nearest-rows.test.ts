import { expect, test } from 'vitest';
import { id } from '../../../src/fields/define.ts';
import { table } from '../../../src/fields/table.ts';
import { firstOfEach, nearestLayerRows } from '../../../src/sources/shared/table-rows.ts';
import { withRig } from '../rig.ts';

const lines = table('ntad-rail', { name: id('NAME', { required: true }) });
const at = (NAME: string, north: number) => ({
  attributes: { NAME },
  geometry: { paths: [[[-1, north], [1, north]]] }, // biome-ignore format: one line
});

test('rows of a layer by distance, each name once by its nearest piece; one without a geometry is counted', async () => {
  const features = [at('a', 0.03), at('b', 0.02), at('a', 0.01), { attributes: { NAME: 'c' } }];
  const body = { fields: [{ name: 'NAME' }], features, spatialReference: { wkid: 4326 } };
  await withRig({ respond: () => ({ body }) }, async ({ access }) => {
    const query = { layerUrl: 'https://office.test/layer/0', point: { latitude: 0, longitude: 0 }, radiusMeters: 5000 };
    const found = await nearestLayerRows(access, lines, query);
    expect(firstOfEach(found, ({ name }) => name)).toMatchObject({
      state: 'partial',
      data: [
        { name: 'a', distanceMeters: 1112 },
        { name: 'b', distanceMeters: 2224 },
      ],
      reason: expect.stringContaining('1 of 4 rows'),
    });
  });
});
