import type { Jurisdiction } from '../../kernel/jurisdiction.ts';
import { legistarMatters } from '../legistar.ts';

export default {
  id: 'maui-county-hi',
  displayName: 'Maui County, HI',
  kind: 'county',
  stack: { state: 'HI', county: ['Maui County'] },
  geoid: { state: '15', county: ['15009'] },
  aliases: ['maui', 'maui county'],
  gate: { none: 'The county code of the place decides.' },
  coverageStatus: 'discovery_only',
  sources: [
    legistarMatters({
      cardId: 'maui-county-legislation',
      client: 'mauicounty',
      publisher: 'Maui County Council',
      recordScope: 'matters of the County Council',
      word: 'recorded_sample',
      note: 'Client and columns as a recorded answer of 2020 shows them; not called by us.',
    }),
  ],
  absent: [],
  policySources: [{ name: 'Maui County Council', level: 'county', url: 'https://www.mauicounty.us/' }],
  rules: { appeal: 'HI' },
} satisfies Jurisdiction as Jurisdiction;
