import { sha256 } from '../../src/kernel/canonical.ts';
import { reportText } from '../../src/products/place-report/artifact.ts';
import { openHouse } from '../harness.ts';
import { samplePlaces } from '../upstreams/places.ts';
import { makeReport } from './build.ts';

const house = await openHouse();
const { body } = await makeReport(house, { address: samplePlaces.raleigh.address });
if (!('id' in body)) throw new Error('no report was made');
const copies = await house.house.reports();
const bytes = async (format: 'html' | 'json' | 'pdf' | 'svg') => {
  const copy = await copies.get(body.id, format);
  return sha256(copy?.bytes ?? '');
};
const made = {
  text: sha256(reportText(body)),
  html: await bytes('html'),
  json: await bytes('json'),
  pdf: await bytes('pdf'),
  svg: await bytes('svg'),
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};
await house.close();
process.stdout.write(JSON.stringify(made));
