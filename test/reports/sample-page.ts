import type { TestService } from '../harness.ts';
import { samplePlaces } from '../upstreams/places.ts';
import { makeReport } from './build.ts';

/** Where the report lies that the page at / offers to read. */
export const samplePageFile = 'data/samples/place-report.html';

const notice =
  '<p class="notice"><strong>Sample from synthetic sources.</strong> This page shows the form of a place report. Its records are made up for tests: none of them says anything about the address.</p>';

/** That report, by the real pipeline and renderer over the fake upstreams; the page says so. */
export async function samplePage(test: TestService): Promise<string> {
  const { body } = await makeReport(test, { address: samplePlaces.raleigh.address });
  if (!('id' in body)) throw new Error('no report was made');
  const copy = await (await test.service.reports()).get(body.id, 'html');
  if (!copy || !('bytes' in copy)) throw new Error('the report has no page');
  const page = Buffer.from(copy.bytes).toString('utf8');
  const kind = '<p class="kind">';
  if (!page.includes(kind)) throw new Error('the page of a report begins otherwise than it did');
  return page.replace(kind, `${notice}\n${kind}`);
}
