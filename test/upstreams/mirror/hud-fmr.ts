import type { MirrorFile } from '../mirror-file.ts';

const header =
  'stusps,state,hud_area_code,countyname,county_town_name,metro,hud_area_name,fips,pop2020,fmr_0,fmr_1,fmr_2,fmr_3,fmr_4';

const files: readonly MirrorFile[] = [
  {
    dataset: 'hud-fmr',
    name: 'FY27_FMRs.csv',
    part: '2027',
    content: [
      header,
      'NC,37,METRO39580M39580,Wake County,,1,"Raleigh, NC MSA",3718399999,1129410,1401,1441,1613,1998,2522',
      'IL,17,METRO16980M16980,Cook County,,1,"Chicago-Joliet-Naperville, IL HUD Metro FMR Area",1703199999,5275541,1342,1448,1655,2096,2478',
      'CT,09,METRO25540M25540,Capitol Planning Region,Hartford town,1,"Hartford, CT HUD Metro FMR Area",0911037000,121054,1105,1296,1605,1958,2231',
      'CT,09,METRO25540M25540,Capitol Planning Region,Avon town,1,"Hartford, CT HUD Metro FMR Area",0911002060,18932,1105,1296,1605,1958,2231',
      '',
    ].join('\n'),
  },
];

export default files;
