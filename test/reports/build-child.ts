import { sha256 } from '../../src/kernel/canonical.ts';
import { reportText } from '../../src/products/place-report/artifact.ts';
import { openService } from '../harness.ts';
import { samplePlaces } from '../upstreams/places.ts';
import { makeReport } from './build.ts';

const service = await openService();
const { body } = await makeReport(service, { address: samplePlaces.raleigh.address });
if (!('id' in body)) throw new Error('no report was made');
const copies = await service.service.reports();
const bytes = async (format: 'html' | 'json' | 'pdf' | 'svg') => {
  const copy = await copies.get(body.id, format);
  return sha256(copy && 'bytes' in copy ? copy.bytes : '');
};
const made = {
  text: sha256(reportText(body)),
  html: await bytes('html'),
  json: await bytes('json'),
  pdf: await bytes('pdf'),
  svg: await bytes('svg'),
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
};
await service.close();
process.stdout.write(JSON.stringify(made));
