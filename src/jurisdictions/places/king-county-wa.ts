import type { Jurisdiction } from '../../kernel/jurisdiction.ts';
import { legistarMatters } from '../legistar.ts';

export default {
  id: 'king-county-wa',
  displayName: 'King County, WA',
  kind: 'county',
  stack: { state: 'WA', county: ['King County'] },
  geoid: { state: '53', county: ['53033'] },
  aliases: ['king', 'king county'],
  gate: { none: 'The county code of the place decides.' },
  coverageStatus: 'discovery_only',
  sources: [
    legistarMatters({
      cardId: 'king-county-legislation',
      client: 'kingcounty',
      publisher: 'Metropolitan King County Council',
      recordScope: 'matters of the County Council; city councils keep their own',
      note: 'Client name as a public registry lists it, without a token; not called by us.',
    }),
  ],
  absent: [],
  policySources: [{ name: 'King County', level: 'county', url: 'https://kingcounty.gov/' }],
  rules: { appeal: 'WA' },
} satisfies Jurisdiction as Jurisdiction;
