import { expect, test } from 'vitest';
import { onEnvelope } from '../../../src/products/property-update/report.ts';

test.each([
  ['222 W HARGETT ST, RALEIGH, NC, 27601', '222 W Hargett St, Raleigh, NC 27601'],
  ['100 E SANTA FE ST, OLATHE, KS, 66061', '100 E Santa Fe St, Olathe, KS 66061'],
  ['1 4TH AVE NW, NEW YORK, NY, 10038', '1 4th Ave NW, New York, NY 10038'],
  ['12 OAK CT, HARTFORD, CT, 06103', '12 Oak Ct, Hartford, CT 06103'],
  ['222 W HARGETT ST', '222 W Hargett St'],
  ['140 Lameuse St, Biloxi, MS 39530', '140 Lameuse St, Biloxi, MS 39530'],
])('%s is written %s', (given, written) => {
  expect(onEnvelope(given)).toBe(written);
});
