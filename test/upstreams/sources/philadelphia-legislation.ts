import { legistarClient } from '../legistar.ts';

export default legistarClient('philadelphia-legislation', 'phila', [
  {
    file: '269901',
    title: 'SYNTHETIC: amending Title 14, "Zoning and Planning", by accessory dwelling units',
    days: 20,
  },
  { file: '269902', title: 'SYNTHETIC: rezoning of 1501-1525 Market Street', status: 'ENACTED', days: 40 },
  { file: '269903', title: 'SYNTHETIC: recognizing JANE Q PLANTED for housing work', type: 'Resolution', days: 10 },
  { file: '259904', title: 'SYNTHETIC: an older zoning bill', days: 400 },
]);
