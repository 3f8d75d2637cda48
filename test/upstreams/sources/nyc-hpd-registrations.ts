import { datasetTable } from '../tables.ts';

export default datasetTable({
  cardId: 'nyc-hpd-registrations',
  endpoint: 'data.cityofnewyork.us/resource/tesw-yqqr.json',

  rows: ({ floatingDaysAgo }) => [
    {
      columns: {
        registrationid: '100201',
        boroid: 1,
        boro: 'MANHATTAN',
        block: 94,
        lot: 20,
        bin: '1001234',
        housenumber: '100',
        lowhousenumber: '96',
        highhousenumber: '104',
        streetname: 'GOLD STREET',
        lastregistrationdate: floatingDaysAgo(420),
        registrationenddate: floatingDaysAgo(55),
      },
    },
    {
      columns: {
        registrationid: '100202',
        boroid: 1,
        boro: 'MANHATTAN',
        block: 94,
        lot: 20,
        bin: '1001235',
        housenumber: '12',
        lowhousenumber: '12',
        highhousenumber: '12',
        streetname: 'SPRUCE STREET',
        lastregistrationdate: floatingDaysAgo(80),
        registrationenddate: floatingDaysAgo(-280),
      },
    },
    {
      columns: {
        registrationid: '100200',
        boroid: 1,
        boro: 'MANHATTAN',
        block: 94,
        lot: 1,
        bin: '1001200',
        housenumber: '90',
        lowhousenumber: '90',
        highhousenumber: '96',
        streetname: 'GOLD STREET',
        lastregistrationdate: floatingDaysAgo(200),
        registrationenddate: floatingDaysAgo(-160),
      },
    },
  ],
});
