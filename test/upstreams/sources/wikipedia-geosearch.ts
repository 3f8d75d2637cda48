import type { FakeUpstream } from '../fake-upstream.ts';
import { samplePlaceNear } from '../places.ts';

interface Written {
  readonly title: string;
  /** Meters north of the point. */
  readonly north: number;
  readonly extract: string;
  readonly description?: string;
  readonly categories?: readonly string[];
}

/** Made-up articles; two are about people, one about a crime, one has no categories. Biloxi has people only. */
const written: Readonly<Record<string, readonly Written[]>> = {
  raleigh: [
    {
      title: 'Made-up Exchange Building',
      north: 120,
      extract:
        'The Made-up Exchange Building is a former cotton exchange in downtown Raleigh, North Carolina. It was built in 1912 by the Made-up Co. of brick and terra cotta. It was listed on a register of historic places in 1984 and has housed offices ever since, with a market on the ground floor.',
      description: 'Historic building in Raleigh, North Carolina',
      categories: ['Buildings and structures in Raleigh', 'Commercial buildings completed in 1912'],
    },
    {
      title: 'Made-up Square (Raleigh)',
      north: 300,
      extract: 'Made-up Square is a public square.',
      categories: ['Parks in Raleigh, North Carolina'],
    },
    {
      title: 'Planted Person',
      north: 150,
      extract: 'Planted Person (born 1950) is a made-up politician.',
      categories: ['1950 births', 'Living people'],
    },
    { title: 'Murder of Planted Other', north: 160, extract: 'Planted crime.', categories: ['2012 in North Carolina'] },
    { title: 'Planted Unsorted', north: 170, extract: 'Planted: nothing says what this is.' },
  ],
  chicago: [
    {
      title: 'Made-up Hall',
      north: 60,
      extract: 'Made-up Hall is the seat of a made-up government.',
      categories: ['Government buildings in Chicago'],
    },
  ],
  biloxi: [
    { title: 'Planted Sailor', north: 90, extract: 'Planted.', categories: ['1820s births', 'People from Biloxi'] },
  ],
};

const fakeUpstream: FakeUpstream = {
  cardId: 'wikipedia-geosearch',
  hosts: ['en.wikipedia.org'],
  respond({ path, query }) {
    if (path !== '/w/api.php' || query.get('generator') !== 'geosearch') return undefined;
    const [latitude = 0, longitude = 0] = (query.get('ggscoord') ?? '').split('|').map(Number);
    const place = samplePlaceNear(latitude, longitude);
    const within = (written[place?.id ?? ''] ?? []).filter(({ north }) => north <= Number(query.get('ggsradius')));
    if (!place || within.length === 0) return { body: { batchcomplete: true } };
    const pages = within.map(({ title, north, extract, description, categories }, at) => ({
      pageid: 9000 + at,
      ns: 0,
      title,
      index: at,
      coordinates: [{ lat: place.latitude + north / 111_195, lon: place.longitude, primary: true, globe: 'earth' }],
      extract,
      ...(description && { description, descriptionsource: 'local' }),
      fullurl: `https://en.wikipedia.org/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`,
      lastrevid: 1_200_000_000 + at,
      revisions: [{ timestamp: '2026-10-01T08:00:00Z' }],
      ...(categories && { categories: categories.map((name) => ({ ns: 14, title: `Category:${name}` })) }),
    }));
    return { body: { batchcomplete: true, query: { pages } } };
  },
};

export default fakeUpstream;
