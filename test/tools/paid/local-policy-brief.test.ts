import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { offset } from '../../upstreams/tables.ts';
import { partsOf, shapeOf } from './brief-parts.ts';
import { askPaid } from './sold.ts';

const { raleigh, biloxi } = samplePlaces;
/** A lot whose zoning no earlier question has read. */
const otherLot = offset(raleigh, 150, 0);

let service: TestService;
beforeAll(async () => {
  service = await openService({ sourceTimeoutMs: 1000 });
});
afterAll(() => service.close());

type Selector = Parameters<TestService['upstreams']['setFault']>[0];
const faulty: Selector[] = [];
function fail(selector: Selector): void {
  faulty.push(selector);
  service.upstreams.setFault(selector, 'http500');
}
afterEach(() => {
  for (const selector of faulty.splice(0)) service.upstreams.setFault(selector, undefined);
});

const statusOf = (body: object, id: string) =>
  (body as Brief | BriefDiagnostic).coverage.find((entry) => entry.id === id)?.status;

test('local policy: districts and pointers alone are not sold', async () => {
  const { charged, body } = await askPaid(service, 'svc-local-policy-brief', { address: biloxi.address });
  expect([charged, statusOf(body, 'policy_sources'), statusOf(body, 'governing_districts')]).toEqual([
    false,
    'covered',
    'covered',
  ]);
});

test('local policy: state permit rules beside a zoning map that failed are not sold; zoning alone is', async () => {
  const sold = await askPaid(service, 'svc-local-policy-brief', { address: raleigh.address });
  expect([sold.charged, statusOf(sold.body, 'local_legislation')]).toEqual([true, 'not_wired']);
  fail(({ cardId }) => cardId?.startsWith('raleigh') === true);
  const free = await askPaid(service, 'svc-local-policy-brief', otherLot);
  expect([free.charged, statusOf(free.body, 'zoning'), statusOf(free.body, 'permit_rules')]).toEqual([
    false,
    'unavailable',
    'covered',
  ]);
});

test('asks its own parts, and each section has its own fields', async () => {
  const example = service.service.registry.paidTool('svc-local-policy-brief')?.examples[0]?.arguments ?? {};
  const { body } = await askPaid(service, 'svc-local-policy-brief', example);
  expect(partsOf(body)).toEqual([
    'svc_local_legislation Council matters: not_wired',
    'svc_zoning Zoning: covered',
    'svc_permit_rules Building permit rules: covered',
    'svc_governing_districts Governing districts: covered',
    'svc_policy_sources Where rules are published: covered',
    'svc_ordinance_leads Leads into the local code: covered',
  ]);
  expect(shapeOf(body)).toEqual({
    zoning: [
      'Point agrees',
      '| Code',
      '| Label',
      '| Max stories',
      '| Frontage',
      '| Case',
      '| Code',
      '| Label',
      '| Code',
      '| Label',
      '| Share',
      '| Code',
      '| Label',
      '| Share',
    ],
    permit_rules: ['| Rule', '| Conditions', '| Statute', '| Place', '| Verification'],
    governing_districts: ['| Kind', '| Name', '| GEOID', '| Vintage'],
    policy_sources: [
      '| Level',
      '| Kind',
      '| Name',
      '| URL',
      '| Verification',
      '| Kind',
      '| Name',
      '| Code',
      '| Code vintage',
    ],
    ordinance_leads: ['| Level', '| Kind', '| Name', '| URL', '| Topic', '| Search for', '| Ask'],
  });
});
