import { cartoTable, type PastDays } from '../tables.ts';

const license = ({ daysAgo }: PastDays) => ({
  licensenum: '711234',
  licensetype: 'Rental',
  licensestatus: 'Active',
  address: '1515 MARKET ST',
  initialissuedate: `${daysAgo(800)}T05:00:00Z`,
  expirationdate: `${daysAgo(-120)}T05:00:00Z`,
  numberofunits: 12,
});

export default cartoTable({
  cardId: 'philadelphia-rental-licenses',
  endpoint: 'phl.carto.com/api/v2/sql',
  table: 'business_licenses',

  rows: (past) => [
    { columns: license(past) },
    {
      columns: { ...license(past), licensenum: '909090', licensetype: 'Food Establishment, Retail Permanent Location' },
    },
    {
      columns: {
        ...license(past),
        licensenum: '822222',
        licensetype: 'Limited Lodging Operator',
        address: '1 S BROAD ST',
      },
    },
  ],
});
