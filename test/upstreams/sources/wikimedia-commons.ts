import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';

interface Uploaded {
  readonly name: string;
  /** Meters east of the point. */
  readonly east: number;
  readonly mime?: string;
  readonly metadata: Readonly<Record<string, string>>;
}

const place = 'Made-up streets in Raleigh|Buildings in Raleigh';
const shareAlike = {
  LicenseShortName: 'CC BY-SA 4.0',
  LicenseUrl: 'https://creativecommons.org/licenses/by-sa/4.0',
  Artist:
    '<a href="//commons.wikimedia.org/wiki/User:Made-up" title="User:Made-up">Made-up &amp; Photographer</a> photographer@planted.example',
  Categories: place,
};

/** Made-up files; the planted ones may not be shown. Biloxi has only one without a free license. */
const uploaded: Readonly<Record<string, readonly Uploaded[]>> = {
  raleigh: [
    {
      name: 'Made-up Exchange Building 1913.jpg',
      east: 110,
      metadata: {
        LicenseShortName: 'Public domain',
        Categories: place,
        DateTimeOriginal: '1913-05-01',
        Artist: 'Made-up Studio',
      },
    },
    {
      name: 'Hargett Street looking west.jpg',
      east: 40,
      metadata: { ...shareAlike, DateTimeOriginal: '2019-03-02 10:11:12' },
    },
    { name: 'Planted no author.jpg', east: 45, metadata: { ...shareAlike, Artist: '' } },
    { name: 'Planted not commercial.jpg', east: 46, metadata: { ...shareAlike, LicenseShortName: 'CC BY-NC 4.0' } },
    {
      name: 'Planted person.jpg',
      east: 47,
      metadata: { ...shareAlike, Categories: `${place}|Portrait photographs of men` },
    },
    { name: 'Planted rights.jpg', east: 48, metadata: { ...shareAlike, Restrictions: 'personality' } },
    { name: 'Planted without category.jpg', east: 49, metadata: { ...shareAlike, Categories: '' } },
    { name: 'Planted film.webm', east: 50, mime: 'video/webm', metadata: shareAlike },
  ],
  chicago: [
    {
      name: 'Made-up Hall.jpg',
      east: 70,
      metadata: {
        ...shareAlike,
        LicenseShortName: 'CC BY 2.0',
        LicenseUrl: 'http://creativecommons.org/licenses/by/2.0',
      },
    },
  ],
  biloxi: [{ name: 'Planted unknown license.jpg', east: 20, metadata: { Categories: 'Biloxi', Artist: 'Made-up' } }],
};

const fakeUpstream: FakeUpstream = {
  cardId: 'wikimedia-commons',
  hosts: ['commons.wikimedia.org'],
  respond({ path, query }) {
    if (path !== '/w/api.php' || query.get('generator') !== 'geosearch') return undefined;
    const [latitude = 0, longitude = 0] = (query.get('ggscoord') ?? '').split('|').map(Number);
    const at = samplePlaceNear(latitude, longitude);
    const within = (uploaded[at?.id ?? ''] ?? []).filter(({ east }) => east <= Number(query.get('ggsradius')));
    if (!at || within.length === 0 || query.get('ggsnamespace') !== '6') return { body: { batchcomplete: true } };
    const pages = within.map(({ name, east, mime = 'image/jpeg', metadata }, index) => {
      const file = encodeURIComponent(name.replaceAll(' ', '_'));
      return {
        pageid: 7000 + index,
        ns: 6,
        title: `File:${name}`,
        index,
        coordinates: [{ lat: at.latitude, lon: at.longitude + east / 90_000, primary: true, globe: 'earth' }],
        imageinfo: [
          {
            timestamp: '2020-01-05T10:00:00Z',
            thumburl: `https://upload.wikimedia.org/wikipedia/commons/thumb/0/00/${file}/640px-${file}`,
            url: `https://upload.wikimedia.org/wikipedia/commons/0/00/${file}`,
            descriptionurl: `https://commons.wikimedia.org/wiki/File:${file}`,
            mime,
            extmetadata: Object.fromEntries(
              Object.entries(metadata).map(([key, value]) => [key, { value, source: 'commons-desc-page' }]),
            ),
          },
        ],
      };
    });
    return { body: { batchcomplete: true, query: { pages } } };
  },
};

export default fakeUpstream;
