import { datasetTable, floatingDaysAgo } from '../tables.ts';

export default datasetTable({
  cardId: 'nyc-hpd-registrations',
  endpoint: 'data.cityofnewyork.us/resource/tesw-yqqr.json',

  rows: () => [
    {
      columns: {
        registrationid: '100200',
        boroid: 1,
        boro: 'MANHATTAN',
        block: 94,
        lot: 1,
        bin: '1001200',
        housenumber: '90',
        streetname: 'GOLD STREET',
        lastregistrationdate: floatingDaysAgo(200),
        registrationenddate: floatingDaysAgo(-160),
      },
    },
  ],
});
