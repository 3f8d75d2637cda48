import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://en.wikipedia.org/w/api.php';

const card: SourceCard = {
  id: 'wikipedia-geosearch',
  name: 'Wikipedia, articles with coordinates (English)',
  publisher: 'Contributors of Wikipedia; Wikimedia Foundation',
  authority: 'secondary',
  landingUrl: 'https://en.wikipedia.org/wiki/Special:Nearby',
  datasetUrl: 'https://en.wikipedia.org/wiki/Special:Nearby',
  endpoint,
  covers: 'Places that somebody wrote an article about and gave coordinates',
  cadence: 'as contributors edit',
  licenseNote:
    'Creative Commons Attribution-ShareAlike 4.0 (CC BY-SA 4.0), by the contributors of each article: name the article with its link and license',
  licenseUrl: 'https://creativecommons.org/licenses/by-sa/4.0/',
  seen: {
    by: 'recording',
    note: 'Recorded answers of 2013 for the search around a point, documentation for the other properties; not called by us.',
  },
  http: { timeoutMs: 10_000, ttlSeconds: 86_400, concurrency: 1, perSecond: 2 },
  probe: {
    url: `${endpoint}?action=query&format=json&formatversion=2&titles=Raleigh`,
    expect: ['query.pages.0.title'],
  },
  limits: [
    'Written by volunteers and no official record',
    'Coordinates of a large place can lie far from its edge; many places have no article',
  ],
};

export default card;
