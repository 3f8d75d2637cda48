import { legistarClient } from '../legistar.ts';

export default legistarClient('maui-county-legislation', 'mauicounty', [
  { file: '269951', title: 'SYNTHETIC ordinance on short-term rental permits', type: 'Ordinance', days: 18 },
  { file: '269952', title: 'SYNTHETIC contract for park benches', type: 'Contract', days: 9 },
]);
