import type { FakeUpstream } from '../fake-upstream.ts';

const header =
  '"1. YEAR","2. TRIFD","3. FRS ID","4. FACILITY NAME","6. CITY","7. COUNTY","8. ST","12. LATITUDE","13. LONGITUDE","37. CHEMICAL","49. FORM TYPE","50. UNIT OF MEASURE","51. 5.1 - FUGITIVE AIR","52. 5.2 - STACK AIR","53. 5.3 - WATER","54. 5.4 - UNDERGROUND","55. 5.4.1 - UNDERGROUND CL I","65. ON-SITE RELEASE TOTAL","88. OFF-SITE RELEASE TOTAL","120. PUBLIC CONTACT"';

const form = (
  id: string,
  facility: string,
  county: string,
  chemical: string,
  unit: string,
  quantities: readonly (number | string)[],
  type = 'R',
) =>
  `"2024","${id}","110000000301","${facility}","SYNTHETIC","${county}","NC","35.78","-78.64","${chemical}","${type}","${unit}",${quantities.join(',')},"JANE Q PLANTED"`;

/** The files of the world: the newest year is not out yet, the one before is. */
export const triFile = [
  header,
  form('27601SYNTH1', 'SYNTHETIC POWER', 'WAKE', 'Hydrochloric acid', 'Pounds', [10, 1200.5, 0, 0, 0, 1210.5, 0]),
  form(
    '27601SYNTH1',
    'SYNTHETIC POWER',
    'WAKE',
    'Dioxin and dioxin-like compounds',
    'Grams',
    [0, 0.0739, 0, 0, 0, 0.0739, 0.001],
  ),
  form('27601SYNTH2', 'SYNTHETIC FOODS', 'WAKE COUNTY', 'Ammonia', 'Pounds', [300, 0, 25, 0, 5, 330, 12]),
  form('27601SYNTH3', 'SYNTHETIC TOOLS', 'WAKE', 'Lead compounds', 'Pounds', [0, 0, 0, 0, 0, 0, 0], 'A'),
  form('28001SYNTH4', 'SYNTHETIC YARN', 'STANLY', 'Toluene', 'Pounds', [5, 5, 0, 0, 0, 10, 0]),
  '',
].join('\n');

const fakeUpstream: FakeUpstream = {
  cardId: 'epa-tri',
  hosts: ['data.epa.gov'],
  respond({ path }) {
    const queried = /^\/efservice\/downloads\/tri\/mv_tri_basic_download\/(\d{4})_(\w\w)\/csv$/.exec(path);
    if (!queried) return undefined;
    if (queried[1] !== '2024') return { status: 404, body: { error: 'no file of that year (synthetic)' } };
    return { body: queried[2] === 'NC' ? triFile : `${header}\n` };
  },
};

export default fakeUpstream;
