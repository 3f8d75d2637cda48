// writes the report that the page at / offers to read: the real pipeline and renderer over the fake upstreams, and the page says so
import { mkdirSync, writeFileSync } from 'node:fs';
import { openService } from '../test/harness.ts';
import { makeReport } from '../test/reports/build.ts';
import { samplePlaces } from '../test/upstreams/places.ts';

const notice =
  '<p class="notice"><strong>Sample from synthetic sources.</strong> This page shows the form of a place report. Its records are made up for tests: none of them says anything about the address.</p>';

const test = await openService();
try {
  const { body } = await makeReport(test, { address: samplePlaces.raleigh.address });
  if (!('id' in body)) throw new Error('no report was made');
  const copy = await (await test.service.reports()).get(body.id, 'html');
  if (!copy || !('bytes' in copy)) throw new Error('the report has no page');
  const page = Buffer.from(copy.bytes).toString('utf8');
  const kind = '<p class="kind">';
  if (!page.includes(kind)) throw new Error('the page of a report begins otherwise than it did');
  mkdirSync('data/samples', { recursive: true });
  writeFileSync('data/samples/place-report.html', page.replace(kind, `${notice}\n${kind}`));
} finally {
  await test.close();
}
