import { legistarClient } from '../legistar.ts';

export default legistarClient('cook-county-legislation', 'cookcounty', [
  {
    file: '26-9901',
    name: 'SYNTHETIC CLASS 6B TAX INCENTIVE',
    title: 'SYNTHETIC resolution on a property tax incentive at 9000 W Synthetic Ave, Oak Park',
    type: 'Resolution (Class 6B)',
    days: 15,
  },
  { file: '26-9902', title: 'SYNTHETIC change of the property tax relief ordinance', type: 'Ordinance', days: 30 },
  { file: '26-9903', title: 'SYNTHETIC contract for road salt', type: 'Contract', days: 5 },
]);
