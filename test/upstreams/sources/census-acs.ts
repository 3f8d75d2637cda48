import type { FakeUpstream } from '../fake-upstream.ts';

const counts = new Set(['B25001', 'B01003', 'B11001']);

/** Estimate and margin of a line; medians of the second tract of Wake County are withheld. */
function cell(line: string, withheld: boolean): [string, string] {
  const number = Number(line.slice(-3));
  const table = line.slice(0, 6);
  const medians: Readonly<Record<string, [string, string]>> = {
    B25035: ['1994', '3'],
    B25064: ['1488', '61'],
    B25077: ['512300', '28400'],
    B25001: ['2210', '96'],
    B25057: ['1180', '70'],
    B25058: ['1390', '64'],
    B25059: ['1720', '91'],
    B01003: ['4310', '210'],
    B11001: ['1910', '90'],
    B19013: ['88250', '6100'],
    B25103: ['3120', '140'],
  };
  // rents rise with the bedrooms; of five there are too few dwellings, so that the Bureau states none
  if (table === 'B25031') return number === 7 ? ['-666666666', '-222222222'] : [String(1220 + number * 140), '88'];
  if (table === 'B25070') return number === 1 ? ['1760', '90'] : ['160', '20'];
  const median = medians[table];
  if (median && withheld && !counts.has(table)) return ['-666666666', '-222222222'];
  return median ?? [String(2210 - number * 150), String(20 + number)];
}

/** The interface takes areas of ZIPs without a state since 2020, as public clients ask for them. */
const known = new Set([
  '27601',
  '37183050100',
  '17031320100',
  '36061001501',
  '37183',
  '09110502100',
  '06075011300',
  '94108',
]);

const fakeUpstream: FakeUpstream = {
  cardId: 'census-acs',
  hosts: ['api.census.gov'],
  respond({ path, query }) {
    if (!/^\/data\/\d{4}\/acs\/acs5$/.test(path)) return undefined;
    if (!query.get('key')) {
      return { status: 302, headers: { location: 'https://api.census.gov/missing_key.html' }, body: '' };
    }
    const names = (query.get('get') ?? '').split(',');
    if (names.length > 50) return { status: 400, body: 'error: too many variables' };
    const [, st = '', co = ''] = /^state:(\d{2})(?: county:(\d{3}))?$/.exec(query.get('in') ?? '') ?? [];
    const [level = '', code = ''] = (query.get('for') ?? '').split(':');
    const isZip = level === 'zip code tabulation area';
    if (isZip && st !== '') return { status: 400, body: 'error: unknown/unsupported geography hierarchy' };
    const geoid = `${st}${co}${code}`;
    // an area that has no estimates answers 204 without a body
    if (!known.has(geoid)) return { status: 204, body: undefined };
    const values = names.map((name) => {
      if (name === 'NAME') return `Synthetic ${level} ${code}`;
      const [value, margin] = cell(name.slice(0, -1), geoid === '17031320100');
      // a median in an open class is written as one dollar beyond its bound
      if (name === 'B19013_001E' && geoid === '06075011300') return '250001';
      return name.endsWith('M') ? margin : value;
    });
    return {
      body: [
        [...names, ...(isZip ? [] : ['state']), ...(co ? ['county'] : []), level],
        [...values, ...(isZip ? [] : [st]), ...(co ? [co] : []), code],
      ],
    };
  },
};

export default fakeUpstream;
