import { describe, expect, it } from 'vitest';
import { fillPage, isFrontPage, placeholdersOf, platformPage } from '../../src/kernel/pages.ts';

describe('pages', () => {
  it.each([
    ['https://data.city.example/resource/ydr8-5enu.json?$limit=1', 'https://data.city.example/d/ydr8-5enu'],
    ['https://data.city.example/resource/ydr8-5enu', 'https://data.city.example/d/ydr8-5enu'],
    [
      'https://gis.city.example/arcgis/rest/services/A/B/MapServer/3/query?where=1%3D1',
      'https://gis.city.example/arcgis/rest/services/A/B/MapServer/3',
    ],
    [
      'https://gis.city.example/arcgis/rest/services/A/ImageServer/identify',
      'https://gis.city.example/arcgis/rest/services/A/ImageServer',
    ],
    [
      'https://api.office.example/ogcapi/v1/collections/sites/items?limit=1',
      'https://api.office.example/ogcapi/v1/collections/sites',
    ],
  ])('%s names its dataset', (queried, page) => expect(platformPage(queried)).toBe(page));

  it('of other addresses nothing is guessed', () => {
    expect(platformPage('https://data.city.example/resource/permits.json')).toBeUndefined();
    expect(platformPage('https://api.office.example/v1/gauges/ABC')).toBeUndefined();
  });

  it('a template is filled whole or not at all, and its values are encoded', () => {
    const template = 'https://office.example/{kind}?id={recordId}';
    expect(placeholdersOf(template)).toEqual(['kind', 'recordId']);
    expect(fillPage(template, { kind: 'a/b', recordId: '1 & 2' })).toBe('https://office.example/a%2Fb?id=1%20%26%202');
    expect(fillPage(template, { kind: 'a', recordId: ' ' })).toBeUndefined();
    expect(fillPage(template, { kind: 'a' })).toBeUndefined();
    expect(fillPage(undefined, { recordId: '1' })).toBeUndefined();
  });

  it('tells a front page from a page', () => {
    expect(['https://data.city.example/', 'https://data.city.example'].map(isFrontPage)).toEqual([true, true]);
    expect(['https://a.example/d/x', 'https://a.example/?id=1', 'urn:place-records:registry'].map(isFrontPage)).toEqual(
      [false, false, false],
    );
  });
});
