import type { SourceCard } from '../../kernel/source-card.ts';

const endpoint = 'https://commons.wikimedia.org/w/api.php';

const card: SourceCard = {
  id: 'wikimedia-commons',
  name: 'Wikimedia Commons, media with coordinates',
  publisher: 'Contributors of Wikimedia Commons; Wikimedia Foundation',
  authority: 'secondary',
  landingUrl: 'https://commons.wikimedia.org/wiki/Commons:Geocoding',
  datasetUrl: 'https://commons.wikimedia.org/wiki/Commons:Geocoding',
  endpoint,
  covers: 'Places that somebody uploaded a located picture of',
  cadence: 'as contributors upload',
  licenseNote: 'Each file under its own license: name its author and license where it is reused, as stated beside it',
  licenseUrl: 'https://commons.wikimedia.org/wiki/Commons:Reusing_content_outside_Wikimedia',
  seen: {
    by: 'code',
    note: 'Request and fields as code of others reads them and the documentation names them; not called by us.',
  },
  http: { timeoutMs: 12_000, ttlSeconds: 86_400, concurrency: 1, perSecond: 2 },
  probe: {
    url: `${endpoint}?action=query&format=json&formatversion=2&generator=geosearch&ggscoord=38.8977%7C-77.0365&ggsradius=500&ggsnamespace=6&ggslimit=1&prop=imageinfo&iiprop=url`,
    expect: ['query.pages.0.imageinfo.0.descriptionurl'],
  },
  limits: [
    'Uploaded by volunteers; date, place and title are what the uploader stated',
    'Coordinates are of the camera or of the subject',
  ],
};

export default card;
