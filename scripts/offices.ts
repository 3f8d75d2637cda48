/**
 * Makes data/offices.csv of a folder that holds county-offices.csv and state-directories.csv:
 * `npx tsx scripts/offices.ts <folder>`. Left out, and counted: pages of companies, pages that no one confirmed, addresses
 * that are an application of a county and not its site. Rows read on the office's own page (`seen` begins with "page
 * read") stand in neither table and are kept.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { findState } from '../src/geography/us-states.ts';
import type { Witness } from '../src/kernel/seen.ts';
import { type OfficeRow, officeColumns, parseOffices, wrongOfficePage } from '../src/places/registry/offices.ts';

type Line = Readonly<Record<string, string>>;
type Word = Witness;

const target = 'data/offices.csv';
const readOnPage = 'page read';
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('name the folder of county-offices.csv and state-directories.csv');

const tableOf = (name: string): readonly Line[] =>
  parse(readFileSync(join(folder, name), 'utf8'), { columns: true, bom: true });

/** The words of the two tables in those of this service. */
const words: Readonly<Record<string, Word>> = {
  'live-verified by third party': 'public_client',
  'official page': 'recording',
  'official catalogue/code': 'catalog',
  'public code': 'code',
  secondary: 'code',
  'secondary (domain also seen in another source)': 'code',
  unverified: 'none',
};

/** A name that says what the office is; other cells hold the name of the county or of its maps. */
const title = /assessor|apprais|auditor|fiscal officer|assessments and taxation|\b(pva|opa)\b/i;
const officeName = (name: string) => (title.test(name) && !/gis/i.test(name) ? name : '');

/** Whether an address is the front of a county's site: `county.gov`, `co.name.st.us`, `name.st.gov`. */
function isCountySite(address: string): boolean {
  const labels = new URL(address).hostname.replace(/^www\./, '').split('.');
  const state = labels.at(-2) ?? '';
  if (labels.length === 2) return true;
  if (state.length === 2 && findState(state)) return labels.length <= (labels.at(-1) === 'us' ? 4 : 3);
  return labels.length === 3 && labels[0] === 'county';
}

/** Where a cell is from: its own word, day and citation where it has them. */
interface Cited {
  readonly word?: string | undefined;
  readonly day?: string | undefined;
  readonly cited?: string | undefined;
}

const left = new Map<string, number>();
const leave = (why: string) => void left.set(why, (left.get(why) ?? 0) + 1);

function rowOf(part: Omit<OfficeRow, 'seen_by' | 'seen_on' | 'seen_in' | 'held_by'>, from: Line, cells: Cited) {
  const wrong = wrongOfficePage(part.url);
  if (wrong) {
    leave(`${part.keeps}: ${wrong}`);
    return [];
  }
  if (!cells.cited && !from.citation) {
    leave(`${part.keeps}: no citation`);
    return [];
  }
  const seen_by = words[cells.word ?? ''];
  if (!seen_by) throw new Error(`${part.area}: no word for "${cells.word}"`);
  const seen = (cells.cited || from.citation || '')
    .replace(/stored files? [\d, ]+\(([^()]*)\)/g, '$1')
    .replace(/stored files? \d[\d, ]*\d/g, 'a public client');
  return [{ ...part, seen_by, seen_on: cells.day || from.as_of || '', seen_in: seen, held_by: 'county' as const }];
}

function rowsOfCounty(line: Line): readonly OfficeRow[] {
  const { state = '', geoid = '', name = '', verification = '', as_of = '' } = line;
  const of = { state, area: geoid, area_name: name };
  const day = as_of || '2026-11-21';
  const general = { word: verification || 'secondary', day };
  const own = (keeps: OfficeRow['keeps'], url: string | undefined, cells: Parameters<typeof rowOf>[2], office = '') =>
    url ? rowOf({ ...of, keeps, page: 'office', office, url }, line, cells) : [];
  const site = line.county_site_url ?? '';
  if (site && !isCountySite(site)) leave('any: an application, not the site');
  if (line.unconfirmed_assessor_url) leave('assessor: not confirmed');
  if (line.vendor_portal_url) leave('assessor: a hosted search');
  return [
    ...own(
      'assessor',
      line.assessor_url,
      { word: line.assessor_verification, day: line.assessor_as_of, cited: line.assessor_citation },
      officeName(line.assessor_office ?? ''),
    ),
    ...own('recorder', line.recorder_url, { ...general, cited: line.recorder_citation }),
    ...own('treasurer', line.treasurer_url, general),
    ...own('planning', line.planning_url, general),
    ...own('gis', line.gis_url, { ...general, cited: line.gis_citation }),
    ...(site && isCountySite(site)
      ? rowOf({ ...of, keeps: 'any', page: 'site', office: '', url: site }, line, general)
      : []),
  ];
}

function rowsOfState(line: Line): readonly OfficeRow[] {
  const { state = '', name = '', revenue_agency = '', as_of = '', note = '' } = line;
  const of = {
    state,
    area: findState(state)?.fips ?? '',
    area_name: name,
    office: revenue_agency.replace(/ \(.*\)$/, ''),
  };
  const day = as_of || '2026-11-21';
  const held_by = note.startsWith('assessment is by town') ? 'town' : 'county';
  const pages = [
    line.assessor_directory_url
      ? rowOf({ ...of, keeps: 'assessor', page: 'directory', url: line.assessor_directory_url }, line, {
          word: line.directory_verification,
          day,
          cited: line.directory_citation,
        })
      : [],
    line.recorder_directory_url
      ? rowOf({ ...of, office: '', keeps: 'recorder', page: 'index', url: line.recorder_directory_url }, line, {
          word: line.recorder_verification,
          day,
          cited: line.recorder_citation,
        })
      : [],
    line.revenue_url
      ? rowOf({ ...of, keeps: 'assessor', page: 'agency', url: line.revenue_url }, line, {
          word: line.revenue_verification,
          day,
          cited: line.revenue_citation,
        })
      : [],
  ];
  return pages.flat().map((row) => ({ ...row, held_by: row.keeps === 'assessor' ? held_by : 'county' }));
}

const kept = existsSync(target)
  ? parseOffices(readFileSync(target, 'utf8')).filter(({ seen_in: seen }) => seen.startsWith(readOnPage))
  : [];
const taken = new Set(kept.map(({ area, keeps, page }) => `${area} ${keeps} ${page}`));
const made = [
  ...tableOf('state-directories.csv').flatMap(rowsOfState),
  ...tableOf('county-offices.csv').flatMap(rowsOfCounty),
];
const rows = [...made.filter(({ area, keeps, page }) => !taken.has(`${area} ${keeps} ${page}`)), ...kept].sort(
  (a, b) =>
    a.state.localeCompare(b.state, 'en') ||
    a.area.localeCompare(b.area, 'en') ||
    a.keeps.localeCompare(b.keeps, 'en') ||
    a.page.localeCompare(b.page, 'en'),
);
const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const text = [officeColumns, ...rows.map((row) => officeColumns.map((column) => row[column]))]
  .map((cells) => cells.map(cell).join(','))
  .join('\n');
parseOffices(`${text}\n`);
writeFileSync(target, `${text}\n`);
process.stdout.write(
  `${rows.length} rows\n${[...left].map(([why, count]) => `left out ${count}: ${why}`).join('\n')}\n`,
);
