import { stacSearch } from '../scenes.ts';
import type { StandIn } from '../stand-in.ts';

const scenes = [
  { day: '2026-05-03', tile: '17SPV', cloud: 4.56, baseline: '05.11' },
  { day: '2026-05-23', tile: '17SPV', cloud: 12, baseline: '05.11' },
];

const standIn: StandIn = {
  cardId: 'planetary-computer',
  hosts: ['planetarycomputer.microsoft.com'],
  respond: (request) => (request.path.startsWith('/api/stac/v1') ? stacSearch(request, scenes, 'mgrs') : undefined),
};

export default standIn;
