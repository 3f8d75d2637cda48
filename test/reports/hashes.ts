import { sha256 } from '../../src/kernel/canonical.ts';
import { reportText } from '../../src/products/place-report/artifact.ts';
import { openService } from '../harness.ts';
import { samplePlaces } from '../upstreams/places.ts';
import { makeReport } from './build.ts';

/** A place report of the first sample place and its copies, each as its hash, with the time zone of this process. */
export async function reportHashes(): Promise<Record<string, string>> {
  const service = await openService();
  try {
    const { body } = await makeReport(service, { address: samplePlaces.raleigh.address });
    if (!('id' in body)) throw new Error('no report was made');
    const copies = await service.service.reports();
    const bytes = async (format: 'html' | 'json' | 'pdf' | 'svg') => {
      const copy = await copies.get(body.id, format);
      return sha256(copy && 'bytes' in copy ? copy.bytes : '');
    };
    return {
      text: sha256(reportText(body)),
      html: await bytes('html'),
      json: await bytes('json'),
      pdf: await bytes('pdf'),
      svg: await bytes('svg'),
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
  } finally {
    await service.close();
  }
}
