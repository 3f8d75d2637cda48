import type { MirrorFile } from '../mirror-file.ts';
import { zipOf } from '../zip.ts';

const text = (content: string) => new TextEncoder().encode(content);

const square = (longitude: number, latitude: number, half: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [longitude - half, latitude - half],
      [longitude + half, latitude - half],
      [longitude + half, latitude + half],
      [longitude - half, latitude + half],
      [longitude - half, latitude - half],
    ],
  ],
});

const aquifers = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: square(-88.8861, 30.3958, 0.2),
      properties: {
        SSA_ID: 'SSA99',
        SSA_NAME: 'Made-up Coastal Aquifer System',
        FR_ID: '99 FR 99999',
        EPA_Region: '4',
        EPA_Link: 'https://www.epa.gov/dwssa/made-up-coastal',
        CONTACT_NAME: 'JANE PLANTED',
      },
    },
  ],
};

const events = [
  'permit_identifier,sewer_overflow_bypass_event_key,sewer_overflow_bypass_start_datetime,sewer_overflow_bypass_end_datetime,sewer_overflow_bypass_discharge_volume_gallons,wet_weather_occurance_indicator,sewer_overflow_structure_type_desc,permittee_contact_name',
  'IL0028088,700001,2026-09-14 03:30:00,2026-09-14 09:15:00,250000,Y,Outfall,JANE PLANTED',
  'IL0028088,700002,2026-07-02 11:00:00,,,N,Manhole,JANE PLANTED',
  'IL0028088,700003,2024-01-02 11:00:00,2024-01-02 12:00:00,900,Y,Manhole,JANE PLANTED',
  'ILG551234,700004,2026-10-20 22:10:00,2026-10-21 01:00:00,0,N,Pump Station,JANE PLANTED',
  'GA0020001,700005,2026-10-20 22:10:00,2026-10-21 01:00:00,1200,Y,Manhole,JANE PLANTED',
  '',
].join('\n');

const types = [
  'sewer_overflow_bypass_event_key,permit_identifier,sewer_overflow_bypass_type_code,sewer_overflow_bypass_type_desc,sewer_overflow_bypass_type_code_sequence',
  '700001,IL0028088,CSO,Combined Sewer Overflow Event,1',
  '700001,IL0028088,BYP,Bypass Event,2',
  '700002,IL0028088,SSO,Sanitary Sewer Overflow Event,1',
  '700003,IL0028088,SSO,Sanitary Sewer Overflow Event,1',
  '700004,ILG551234,SSO,Sanitary Sewer Overflow Event,1',
  '700005,GA0020001,SSO,Sanitary Sewer Overflow Event,1',
  '',
].join('\n');

const sewerZip = zipOf({
  'sewer_overflow_bypass_causes.csv': text('sewer_overflow_bypass_event_key,cause\n700001,rain\n'),
  'sewer_overflow_bypass_report_events.csv': text(events),
  'sewer_overflow_bypass_types.csv': text(types),
});

const outfalls = [
  'NPDES_ID,FACILITY_NAME,FACILITY_CITY,STATE_CODE,PERMITTING_STATE,PF_CHARACTER,PF_LAT,PF_LON,PERMITTEE_EMAIL',
  'IL0028088,MADE-UP RECLAMATION DISTRICT,CHICAGO,IL,IL,CSO,41.8871,-87.6369,planted@example.com',
  'IL0028088,MADE-UP RECLAMATION DISTRICT,CHICAGO,IL,IL,CSO|CLS,41.8872,-87.6370,planted@example.com',
  'IL0028088,MADE-UP RECLAMATION DISTRICT,CHICAGO,IL,IL,TCS,41.8901,-87.6290,planted@example.com',
  'NY0026131,MADE-UP POLLUTION CONTROL PLANT,NEW YORK,NY,NY,CSO,40.7080,-73.9990,planted@example.com',
  '',
].join('\n');

const files: readonly MirrorFile[] = [
  { dataset: 'epa-sole-source-aquifers', name: 'sole-source-aquifers.geojson', content: JSON.stringify(aquifers) },
  { dataset: 'echo-sewer-overflow-events', name: 'sewer-events.zip', content: sewerZip },
  { dataset: 'echo-sewer-overflow-types', name: 'sewer-types.zip', content: sewerZip },
  {
    dataset: 'echo-cso-outfalls',
    name: 'cso-outfalls.zip',
    content: zipOf({ 'ALL_CSO_DOWNLOADS.csv': text(outfalls) }),
  },
];

export default files;
