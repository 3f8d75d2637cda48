import { describe, expect, test } from 'vitest';
import { isAboutPeople, withoutMarkup } from '../../../src/sources/shared/wikimedia.ts';
import { fieldOf, picturesNear, rightsOf } from '../../../src/sources/wikimedia-commons/client.ts';
import { articlesNear } from '../../../src/sources/wikipedia-geosearch/client.ts';
import { answering } from '../answering.ts';

const point = { latitude: 40, longitude: -80 };
const page = (title: string, more: object = {}) => ({
  pageid: 1,
  title,
  coordinates: [{ lat: 40.001, lon: -80 }],
  ...more,
});
const sorted = (name: string) => ({ categories: [{ title: `Category:${name}` }] });

describe('pages around a point', () => {
  test('an answer that was cut is partial, and unavailable where nothing in it fits', async () => {
    const cut = (...pages: object[]) => answering({ continue: { continue: '||' }, query: { pages } });
    const some = await articlesNear(cut(page('Made-up Mill', sorted('Mills'))), point, 500);
    expect(some).toMatchObject({ state: 'partial', data: { articles: [{ title: 'Made-up Mill' }] } });
    const none = await articlesNear(cut(page('Planted', sorted('Living people'))), point, 500);
    expect(none.state).toBe('unavailable');
  });

  test('nothing around the point is empty; another shape never is', async () => {
    expect((await articlesNear(answering({ batchcomplete: true }), point, 500)).state).toBe('empty');
    expect((await picturesNear(answering({ batchcomplete: true }), point, 500)).state).toBe('empty');
    for (const body of [{}, { query: {} }, { query: { pages: {} } }, { batchcomplete: false }])
      expect((await articlesNear(answering(body), point, 500)).state, JSON.stringify(body)).toBe('unavailable');
  });

  test('a page without coordinates or with a link elsewhere is not shown as it came', async () => {
    const pages = [
      { ...page('Nowhere', sorted('Mills')), coordinates: undefined },
      page('Made-up Mill', { ...sorted('Mills'), fullurl: 'https://elsewhere.example/wiki/Mill' }),
    ];
    const found = await articlesNear(answering({ batchcomplete: true, query: { pages } }), point, 500);
    expect(found).toMatchObject({
      data: { articles: [{ title: 'Made-up Mill', url: 'https://en.wikipedia.org/?curid=1' }] },
    });
  });
});

test.each([
  [true, 'Jane Made-up', ['1950 births', 'Politicians']],
  [true, 'John Made-up', ['Living people']],
  [true, 'Old Made-up', ['18th-century deaths']],
  [true, 'Murder of Somebody', ['2012 in Ohio']],
  [true, 'Somebody case', ['2012 murders in the United States']],
  [true, 'Unsorted', []],
  [false, 'John Made-up House', ['Houses completed in 1890']],
  [false, "Made-up Children's Museum", ["Children's museums in Ohio"]],
  [false, 'Birth of the Blues Park', ['Parks in Ohio']],
])('about people: %s, %s', (expected, title, categories) => {
  expect(isAboutPeople(title, categories)).toBe(expected);
});

describe('rights of a file', () => {
  const fields = (given: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { value }]));
  const by = { LicenseUrl: 'https://creativecommons.org/licenses/by/4.0', Artist: 'Made-up' };

  test.each(['CC BY 4.0', 'CC BY-SA 3.0 us', 'CC-BY-SA-2.5', 'CC BY-SA 4.0'])('%s asks for the author', (license) => {
    expect(rightsOf(fields({ ...by, LicenseShortName: license }))).toMatchObject({ attributionRequired: true });
    expect(rightsOf(fields({ LicenseShortName: license, Artist: 'Made-up' }))).toBeUndefined();
    expect(rightsOf(fields({ LicenseShortName: license, LicenseUrl: by.LicenseUrl }))).toBeUndefined();
  });

  test.each(['CC0', 'Public domain', 'PD-USGov'])('%s asks for nothing', (license) => {
    expect(rightsOf(fields({ LicenseShortName: license }))).toEqual({ license, attributionRequired: false });
  });

  test.each(['CC BY-NC 4.0', 'CC BY-ND 3.0', 'CC BY-NC-SA 2.0', 'GFDL', 'Fair use', 'All rights reserved', ''])(
    'not shown: %s',
    (license) => expect(rightsOf(fields({ ...by, LicenseShortName: license }))).toBeUndefined(),
  );

  test('a credit is plain text without markup and electronic address', () => {
    const Artist = '<span style="x"><a href="//x">Made-up &amp; Co.</a></span> &lt;studio@planted.example&gt;';
    expect(fieldOf(fields({ Artist }), 'Artist')).toBe('Made-up & Co.');
    expect(withoutMarkup('<script>alert(1)</script>A&nbsp;B')).toBe(' A B');
  });
});
