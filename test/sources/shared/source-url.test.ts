import { describe, expect, test } from 'vitest';
import { type KnownAddress, matchAddress, refuseUrl } from '../../../src/sources/shared/source-url.ts';

const known = (id: string, url: string): KnownAddress => ({ id, name: id, publisher: id, kind: 'source_card', url });
const all = [
  known('layer', 'https://maps.example.gov/arcgis/rest/services/Parcels/MapServer/0'),
  known('portal', 'https://data.example.gov/'),
  known('hosted', 'https://services.arcgis.com/abc123/arcgis/rest/services/Zoning/FeatureServer/1'),
];
const match = (url: string) => matchAddress(url, all).map(({ known: { id }, level }) => `${id} ${level}`);

describe('addresses of sources', () => {
  test('a path under a known one, whatever its case and query', () => {
    expect(match('https://maps.example.gov/ArcGIS/rest/services/parcels/MapServer/0/query?where=1=1')).toEqual([
      'layer path',
    ]);
  });

  test('the host alone where the path is not known; www makes no difference', () => {
    expect(match('https://maps.example.gov/elsewhere')).toEqual(['layer host']);
    expect(match('http://www.data.example.gov/d/1234')).toEqual(['portal host']);
  });

  test('a path that only begins with the same letters is another one', () => {
    expect(match('https://maps.example.gov/arcgis/rest/services/Parcels/MapServer/01')).toEqual(['layer host']);
  });

  test('on a platform of many publishers the host alone is no match', () => {
    expect(match('https://services.arcgis.com/other/arcgis/rest/services/Zoning/FeatureServer/1')).toEqual([]);
    expect(match('https://services.arcgis.com/abc123/arcgis/rest/services/Zoning/FeatureServer/1/5')).toEqual([
      'hosted path',
    ]);
  });

  test.each([
    'https://maps.example.gov.evil.test/arcgis/rest/services/Parcels/MapServer/0',
    'https://evil.test/https://maps.example.gov/arcgis',
    'https://maps.example.gov:8443/arcgis/rest/services/Parcels/MapServer/0',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost/data.example.gov',
  ])('%s is not a known source', (url) => expect(match(url)).toEqual([]));

  test('what can be no citation is refused with a reason', () => {
    expect(refuseUrl('https://data.example.gov/x')).toBeUndefined();
    for (const url of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'ftp://data.example.gov/',
      'data.example.gov',
      'https://user:pw@data.example.gov/',
    ]) {
      expect(refuseUrl(url), url).toBeTruthy();
    }
  });
});
