import type { Jurisdiction } from '../../kernel/jurisdiction.ts';
import { legistarMatters } from '../legistar.ts';

export default {
  id: 'san-francisco-ca',
  displayName: 'San Francisco, CA',
  kind: 'city',
  stack: { state: 'CA', county: ['San Francisco County'] },
  geoid: { state: '06', county: ['06075'], place: '0667000' },
  aliases: ['san francisco', 'sf'],
  gate: { none: 'The city is exactly its county; the county code of the place decides.' },
  coverageStatus: 'discovery_only',
  sources: [
    legistarMatters({
      cardId: 'san-francisco-legislation',
      client: 'sfgov',
      publisher: 'San Francisco Board of Supervisors',
      recordScope: 'matters of the Board of Supervisors and its committees',
      note: 'Client as public code of 2026 reads it (bodies and events), without a token; matters not seen, not called by us.',
    }),
  ],
  absent: [],
  policySources: [
    {
      name: 'San Francisco Municipal Code',
      level: 'city',
      url: 'https://codelibrary.amlegal.com/codes/san_francisco/latest/overview',
    },
    { name: 'San Francisco Board of Supervisors', level: 'city', url: 'https://sfbos.org/' },
  ],
  rules: { appeal: 'CA' },
} satisfies Jurisdiction as Jurisdiction;
