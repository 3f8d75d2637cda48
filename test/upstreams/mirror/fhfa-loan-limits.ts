import type { MirrorFile } from '../mirror-file.ts';

const header =
  'FIPS State Code,FIPS County Code,County Name,State,CBSA Number,One-Unit Limit,Two-Unit Limit,Three-Unit Limit,Four-Unit Limit';

const files: readonly MirrorFile[] = [
  {
    dataset: 'fhfa-loan-limits',
    name: 'loan-limits.csv',
    content: [
      'Full county loan limit list (synthetic)',
      header,
      '37,183,WAKE COUNTY,NC,39580,832750,1066250,1288800,1601750',
      '17,031,COOK COUNTY,IL,16980,832750,1066250,1288800,1601750',
      '36,061,NEW YORK COUNTY,NY,35620,1249125,1599375,1933200,2402625',
      '28,047,HARRISON COUNTY,MS,25060,832750,1066250,1288800,1601750',
      '09,110,CAPITOL PLANNING REGION,CT,25540,832750,1066250,1288800,1601750',
      '',
    ].join('\n'),
  },
];

export default files;
