import type { Jurisdiction } from '../../kernel/jurisdiction.ts';
import { projectSources } from '../new-york/projects.ts';
import { propertySources } from '../new-york/property.ts';
import { recordSources } from '../new-york/records.ts';

export default {
  id: 'new-york-ny',
  displayName: 'New York, NY',
  kind: 'city',
  stack: {
    state: 'NY',
    county: ['Bronx County', 'Kings County', 'New York County', 'Queens County', 'Richmond County'],
  },
  geoid: { state: '36', county: ['36005', '36047', '36061', '36081', '36085'], place: '3651000' },
  aliases: ['new york', 'new york city', 'nyc', 'manhattan', 'brooklyn', 'queens', 'bronx', 'staten island'],
  gate: { none: 'The city is exactly its five counties; the county code of the place decides.' },
  coverageStatus: 'supported',
  sources: [...propertySources, ...recordSources, ...projectSources],
  absent: [
    {
      lane: 'legislation',
      why: "The Council's Legistar interface needs a token that must be requested.",
      officialUrl: 'https://council.nyc.gov/legislation/api/',
    },
    {
      lane: 'tax_payment_status',
      why: 'No data interface of payment status by lot has been located.',
      officialUrl: 'https://a836-pts-access.nyc.gov/care/forms/htmlframe.aspx?mode=content/home.htm',
    },
  ],
  policySources: [
    { name: 'Laws of New York', level: 'state', url: 'https://www.nysenate.gov/legislation/laws/all' },
    {
      name: 'New York City Administrative Code',
      level: 'city',
      url: 'https://codelibrary.amlegal.com/codes/newyorkcity/latest/overview',
    },
    { name: 'NYC Zoning Resolution', level: 'city', url: 'https://zoningresolution.planning.nyc.gov/' },
    { name: 'NYC Council legislation', level: 'city', url: 'https://legistar.council.nyc.gov/' },
  ],
  rules: { appeal: 'NY', taxCalendar: 'new-york-ny', ownerPrograms: ['new-york-ny', 'NY'] },
} satisfies Jurisdiction as Jurisdiction;
