import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentOf } from '../../../src/products/place-report/document/document.ts';
import { openService, type TestService } from '../../harness.ts';
import { makeReport } from '../../reports/build.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const { biloxi, hartford, olathe } = samplePlaces;
const at = ({ address, latitude, longitude }: typeof olathe) => ({ address, latitude, longitude });

let service: TestService;
beforeAll(async () => {
  service = await openService();
}, 60_000);
afterAll(() => service.close());

test.each([
  ['the point of the house', { address: biloxi.address }],
  ['a parcel layer', { address: hartford.address }],
  ['a given point', at(olathe)],
])(
  'a place without local records, known by %s, has a national edition that says so first',
  async (_, request) => {
    const made = await makeReport(service, request);
    if (!made.charge) throw new Error(made.body.message);
    expect(made.body.summary).toContain('National edition: no source of local records is known here.');
    const { kind, opening } = documentOf(made.body);
    expect(kind).toBe('Place report, national edition');
    const notices = opening[0]?.blocks.flatMap((block) =>
      block.kind === 'text' ? block.line.map(({ text }) => text).join('') : [],
    );
    expect(notices).toContain(
      'National edition. Federal registers and maps, and the parcel layer where there is one. No source is known here for reported incidents, building permits, service requests, code cases and violations: ask the offices below.',
    );
  },
  30_000,
);
