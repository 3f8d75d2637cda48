import type { Jurisdiction } from '../../kernel/jurisdiction.ts';
import { legistarMatters } from '../legistar.ts';

export default {
  id: 'honolulu-hi',
  displayName: 'City and County of Honolulu, HI',
  kind: 'county',
  stack: { state: 'HI', county: ['Honolulu County'] },
  geoid: { state: '15', county: ['15003'] },
  aliases: ['honolulu', 'honolulu county'],
  gate: { none: 'The county code of the place decides.' },
  coverageStatus: 'discovery_only',
  sources: [
    legistarMatters({
      cardId: 'honolulu-legislation',
      client: 'honolulu',
      publisher: 'Honolulu City Council',
      recordScope: 'matters of the City Council',
      note: 'Client as public code reads it, without a token; not called by us.',
    }),
  ],
  absent: [],
  policySources: [
    {
      name: 'Revised Ordinances of Honolulu',
      level: 'county',
      url: 'https://codelibrary.amlegal.com/codes/honolulu/latest/overview',
    },
  ],
  rules: { appeal: 'HI' },
} satisfies Jurisdiction as Jurisdiction;
