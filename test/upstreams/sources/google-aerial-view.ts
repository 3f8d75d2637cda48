import type { FakeUpstream } from '../fake-upstream.ts';

const fakeUpstream: FakeUpstream = {
  cardId: 'google-aerial-view',
  hosts: ['aerialview.googleapis.com'],
  respond(request) {
    if (!request.path.startsWith('/v1/videos:lookupVideo')) return undefined;
    if (!request.query.get('key')) return { status: 403, body: { error: { code: 403, status: 'PERMISSION_DENIED' } } };
    if (!/hargett/i.test(request.query.get('address') ?? '')) {
      return { status: 404, body: { error: { code: 404, message: 'Video not found.', status: 'NOT_FOUND' } } };
    }
    return {
      body: {
        state: 'ACTIVE',
        uris: { MP4_HIGH: { landscapeUri: 'https://example.invalid/never-read.mp4' } },
        metadata: {
          videoId: 'SyntheticVideo00000001',
          captureDate: { year: 2023, month: 4, day: 18 },
          duration: '40s',
        },
      },
    };
  },
};

export default fakeUpstream;
