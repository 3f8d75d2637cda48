import type { MirrorFile } from '../mirror-file.ts';
import { triFile } from '../sources/epa-tri.ts';

const radonZones = {
  data: [
    { 'County,State': 'UNITED STATES', 'COUNTY LABEL': 'no data', STATE: 'no data', Region: '', Zone: 'no data' },
    { 'County,State': 'Wake, NC', 'COUNTY LABEL': 'Wake County', STATE: 'North Carolina', Region: '4', Zone: '2' },
    { 'County,State': 'Cook, IL', 'COUNTY LABEL': 'Cook County', STATE: 'Illinois', Region: '5', Zone: '2' },
    { 'County,State': 'Hartford, CT', 'COUNTY LABEL': 'Hartford County', STATE: 'Connecticut', Region: '1', Zone: '3' },
    { 'County,State': 'Richmond, VA', 'COUNTY LABEL': 'Richmond County', STATE: 'Virginia', Region: '3', Zone: '3' },
    { 'County,State': 'Richmond, VA', 'COUNTY LABEL': 'Richmond', STATE: 'VA-CITY', Region: '3', Zone: '1' },
    { 'County,State': 'St. Louis, MO', 'COUNTY LABEL': 'St. Louis', STATE: 'Missouri', Region: '7', Zone: '2' },
  ],
};

const superfund = [
  'epa_id,name,city_name,zip_code,fk_ref_state_code,fips_code,county_name,npl_status_code,npl_status_name,archived_ind,primary_latitude_decimal_val,primary_longitude_decimal_val,site_contact_name',
  'NCN000000101,SYNTHETIC BATTERY SHOP,RALEIGH,27601,NC,37183,WAKE,N,Not on the NPL,N,35.7765,-78.6365,JANE Q PLANTED',
  'NCN000000103,SYNTHETIC DRUM SITE,RALEIGH,27601,NC,37183,WAKE,N,Not on the NPL,N,,,JANE Q PLANTED',
  'NCD000000001,SYNTHETIC PLATING WORKS,RALEIGH,27601,NC,37183,WAKE,F,Currently on the Final NPL,N,35.7801,-78.6331,JANE Q PLANTED',
  '',
].join('\n');

const registry = [
  'REGISTRY_ID,PRIMARY_NAME,LOCATION_ADDRESS,CITY_NAME,FIPS_CODE,STATE_CODE,POSTAL_CODE,PGM_SYS_ACRNMS,INTEREST_TYPES,LATITUDE83,LONGITUDE83,CONTACT_NAME',
  '110000000011,SYNTHETIC RAIL YARD,1 SYNTHETIC ST,RALEIGH,37183,NC,27601,ACRES:12345,BROWNFIELDS PROPERTY,35.7792,-78.6398,JANE Q PLANTED',
  '110000000201,SYNTHETIC CIRCUITS,5 SYNTHETIC BLVD,RALEIGH,37183,NC,276011234,"AIR:NC1, RCRAINFO:NCD000000204","LQG, TSD",35.7783,-78.6354,JANE Q PLANTED',
  '110000000202,SYNTHETIC OFFICE,6 SYNTHETIC BLVD,RALEIGH,37183,NC,27601,EIS:1,AIR EMISSIONS,35.7783,-78.6354,JANE Q PLANTED',
  '',
].join('\n');

const results = [
  'PWSID\tPWSName\tContaminant\tMRL\tUnits\tAnalyticalResultsSign\tAnalyticalResultValue\tCollectionDate\tState\tContactName',
  'NC0392010\tSYNTHETIC CITY WATER\tPFOS\t0.004\tug/L\t=\t0.0062\t5/29/2024\tNC\tJANE Q PLANTED',
  'NC0392010\tSYNTHETIC CITY WATER\tPFBS\t0.003\tug/L\t<\t\t5/29/2024\tNC\tJANE Q PLANTED',
  'NC0392010\tSYNTHETIC CITY WATER\tlithium\t9\tug/L\t=\t12\t5/29/2024\tNC\tJANE Q PLANTED',
  'NC9900001\tMADE-UP CITY OF RALEIGH\tPFOS\t0.004\tug/L\t=\t0.0051\t2/6/2024\tNC\tJANE Q PLANTED',
  'NC9900001\tMADE-UP CITY OF RALEIGH\tPFOS\t0.004\tug/L\t=\t0.0078\t8/13/2024\tNC\tJANE Q PLANTED',
  'NC9900001\tMADE-UP CITY OF RALEIGH\tPFOS\t0.004\tug/L\t<\t\t11/12/2024\tNC\tJANE Q PLANTED',
  'NC9900001\tMADE-UP CITY OF RALEIGH\tPFHxA\t0.003\tug/L\t=\t0.0034\t8/13/2024\tNC\tJANE Q PLANTED',
  'NC9900001\tMADE-UP CITY OF RALEIGH\tPFBS\t0.003\tug/L\t<\t\t2/6/2024\tNC\tJANE Q PLANTED',
  'NC9900001\tMADE-UP CITY OF RALEIGH\tPFBS\t0.003\tug/L\t<\t\t8/13/2024\tNC\tJANE Q PLANTED',
  'NC9900001\tMADE-UP CITY OF RALEIGH\tlithium\t9\tug/L\t=\t14\t2/6/2024\tNC\tJANE Q PLANTED',
  '',
].join('\n');

const emissions = [
  'state,fips code,eis facility id,site name,naics code,site latitude,site longitude,pollutant code,pollutant desc,total emissions,emissions uom,company name',
  'NC,37183,8124111,SYNTHETIC POWER,221112,35.7790,-78.6420,NOX,Nitrogen Oxides,12.5,TON,JANE Q PLANTED',
  'NC,37183,8124111,SYNTHETIC POWER,221112,35.7790,-78.6420,71432,Benzene,3.25,LB,JANE Q PLANTED',
  'NC,37183,8124222,SYNTHETIC ASPHALT PLANT,324121,35.7920,-78.6600,CO,Carbon Monoxide,8.1,TON,JANE Q PLANTED',
  'NC,37183,8124222,SYNTHETIC ASPHALT PLANT,324121,35.7920,-78.6600,NOX,Nitrogen Oxides,2.25,TON,JANE Q PLANTED',
  'NC,37183,8124222,SYNTHETIC ASPHALT PLANT,324121,35.7920,-78.6600,VOC,Volatile Organic Compounds,4.5,TON,JANE Q PLANTED',
  'NC,37183,8124222,SYNTHETIC ASPHALT PLANT,324121,35.7920,-78.6600,50000,Formaldehyde,310,LB,JANE Q PLANTED',
  'NC,37183,8124222,SYNTHETIC ASPHALT PLANT,324121,35.7920,-78.6600,71432,Benzene,12.5,LB,JANE Q PLANTED',
  'NC,37183,8124222,SYNTHETIC ASPHALT PLANT,324121,35.7920,-78.6600,7439921,Lead,0.6,LB,JANE Q PLANTED',
  'NC,37183,8124222,SYNTHETIC ASPHALT PLANT,324121,35.7920,-78.6600,CO2,Carbon Dioxide,,TON,JANE Q PLANTED',
  'NC,37183,8124333,SYNTHETIC FOUNDRY,331511,35.8500,-78.6431,PM25-PRI,PM2.5 Primary (Filt + Cond),1.75,TON,JANE Q PLANTED',
  'NC,37183,8124333,SYNTHETIC FOUNDRY,331511,35.8500,-78.6431,7440473,Chromium,2,LB,JANE Q PLANTED',
  '',
].join('\n');

const tankFacilities = [
  'Facility_ID,Name,Address,State,Facility_Status,Open_USTs,Closed_USTs,Latitude,Longitude,Owner_Name',
  'NC0001,SYNTHETIC FUEL STOP,10 SYNTHETIC AVE,North Carolina,Open UST(s),3,2,35.7787,-78.6403,JANE Q PLANTED',
  '',
].join('\n');

const tankReleases = [
  'LUST_ID,Name,Address,State,Status,Substance,Reported_Date,Latitude,Longitude,Owner_Name',
  'NC-R-2,SYNTHETIC FUEL STOP,10 SYNTHETIC AVE,North Carolina,Open,GASOLINE,2009-04-14,35.7780,-78.6376,JANE Q PLANTED',
  '',
].join('\n');

const files: readonly MirrorFile[] = [
  // the published file begins with a byte order mark
  { dataset: 'epa-radon-zones', name: 'radon-zones.json', content: `\uFEFF${JSON.stringify(radonZones)}` },
  { dataset: 'epa-superfund-sites', name: 'sems.csv', content: superfund },
  { dataset: 'epa-frs-facilities', name: 'STATE_SINGLE_NC.CSV', content: registry, part: 'nc' },
  { dataset: 'epa-ucmr5', name: 'UCMR5_All.txt', content: results },
  { dataset: 'epa-ucmr5-zips', name: 'UCMR5_ZIPCodes.txt', content: 'PWSID\tZIPCODE\nNC0392010\t27601\n' },
  { dataset: 'epa-nei-facilities', name: 'emis_sum_fac.csv', content: emissions, part: '2023' },
  { dataset: 'epa-tri-basic', name: 'tri_2024_us.csv', content: triFile, part: '2024' },
  { dataset: 'epa-ust-facilities', name: 'ust-facilities.csv', content: tankFacilities },
  { dataset: 'epa-ust-releases', name: 'ust-releases.csv', content: tankReleases },
];

export default files;
