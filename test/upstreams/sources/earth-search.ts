import type { FakeUpstream } from '../fake-upstream.ts';
import { stacSearch } from '../scenes.ts';

/** One acquisition is listed twice, with an older and a newer baseline. */
const scenes = [
  { day: '2026-05-03', tile: '17SPV', cloud: 4.56, baseline: '05.11' },
  { day: '2026-05-03', tile: '17SPV', cloud: 5, baseline: '05.00' },
  { day: '2026-05-13', tile: '17SPV', cloud: 28, baseline: '05.11', wide: false },
  { day: '2026-05-18', tile: '17SPV', cloud: 97, baseline: '05.11' },
];

const fakeUpstream: FakeUpstream = {
  cardId: 'earth-search',
  hosts: ['earth-search.aws.element84.com'],
  respond: (request) => (request.path.startsWith('/v1') ? stacSearch(request, scenes, 'grid') : undefined),
};

export default fakeUpstream;
