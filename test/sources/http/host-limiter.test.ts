import { expect, it } from 'vitest';
import { limitedBy } from '../../../src/sources/http/host-limiter.ts';

it('counts organizations of a host that many of them share by themselves, every other host as one', () => {
  const of = (url: string) => limitedBy(new URL(url));
  const service = 'arcgis/rest/services/A/FeatureServer/0/query';
  expect(of(`https://services.arcgis.com/cJ9YHowT8TU7DUyn/${service}`)).toBe('services.arcgis.com/cJ9YHowT8TU7DUyn');
  expect(of(`https://services6.arcgis.com/ssFJjBXIUyZDrSYZ/${service}`)).toBe('services6.arcgis.com/ssFJjBXIUyZDrSYZ');
  expect(of('https://services.arcgis.com/')).toBe('services.arcgis.com');
  expect(of(`https://maps.raleighnc.gov/${service}`)).toBe('maps.raleighnc.gov');
  expect(of(`https://services.arcgis.com.example.org/a/${service}`)).toBe('services.arcgis.com.example.org');
});
