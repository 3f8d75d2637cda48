import type { FakeUpstream } from '../fake-upstream.ts';

/** The hour before the one that the world's clock shows, as Eastern Standard Time: `2026-11-21` and `06:00`. */
export function lastHourEst(now: Date): { readonly day: string; readonly hour: string } {
  const local = new Date(now.getTime() - 6 * 3_600_000).toISOString();
  return { day: local.slice(0, 10), hour: `${local.slice(11, 13)}:00` };
}

/** Made-up values; forecasts (F) and an area without an index stand among them. */
function areas(now: Date): string {
  const { day, hour } = lastHourEst(now);
  const date = `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(2, 4)}`;
  const area = (kind: string, name: string, at: string, pollutant: string, aqi: string, category: string) =>
    `${date}|${date}|${hour}|EST|0|${kind}|Y|${name}|NC|${at}|${pollutant}|${aqi}|${category}|No|PLANTED discussion|Made-up agency`;
  return [
    area('O', 'Made-up Triangle', '35.8200|-78.6500', 'OZONE', '31', 'Good'),
    area('O', 'Made-up Triangle', '35.8200|-78.6500', 'PM2.5', '58', 'Moderate'),
    area('F', 'Made-up Triangle', '35.8200|-78.6500', 'PM2.5', '140', 'Unhealthy for Sensitive Groups'),
    area('O', 'Made-up Sandhills', '35.6000|-78.9000', 'PM10', '', ''),
    '',
  ].join('\r\n');
}

const sites = [
  'StationID|AQSID|FullAQSID|Parameter|MonitorType|SiteCode|SiteName|Status|AgencyID|AgencyName|EPARegion|Latitude|Longitude|Elevation|GMTOffset',
  '371830014|371830014|840371830014|OZONE|Permanent|0014|Made-up Millbrook|Active|NC1|PLANTED agency person|R4|35.8561|-78.5742|100|-5',
  '371830014|371830014|840371830014|PM2.5|Permanent|0014|Made-up Millbrook|Active|NC1|PLANTED agency person|R4|35.8561|-78.5742|100|-5',
  '371830021|371830021|840371830021|PM2.5|Permanent|0021|Made-up Triple Oak|Active|NC1|PLANTED agency person|R4|35.8652|-78.8197|100|-5',
  '',
].join('\n');

const hourly = (date: string, hour: string) => {
  const line = (id: string, parameter: string, unit: string, value: string) =>
    `${date}|${hour}:00|${id}|Made-up|-5|${parameter}|${unit}|${value}|Made-up agency`;
  return [
    line('371830014', 'OZONE', 'PPB', '28'),
    line('371830014', 'PM2.5', 'UG/M3', '11.4'),
    line('371830014', 'TEMP', 'C', '9.1'),
    line('371830021', 'PM2.5', 'UG/M3', '-999'),
    line('999999999', 'PM2.5', 'UG/M3', '5'),
    '',
  ].join('\n');
};

const fakeUpstream: FakeUpstream = {
  cardId: 'airnow-files',
  hosts: ['files.airnowtech.org'],
  respond({ path, now }) {
    if (path === '/airnow/today/reportingarea.dat') return { body: areas(now) };
    if (path === '/airnow/today/Monitoring_Site_Locations_V2.dat') return { body: sites };
    const match = /^\/airnow\/\d{4}\/\d{8}\/HourlyData_\d{2}(\d{2})(\d{2})(\d{2})(\d{2})\.dat$/.exec(path);
    if (!match) return undefined;
    const [, year, month, day, hour] = match;
    // odd hours are late, so that a reader has to step back
    if (Number(hour) % 2 === 1) return { status: 404, body: 'Not Found' };
    return { body: hourly(`${month}/${day}/${year}`, String(hour)) };
  },
};

export default fakeUpstream;
