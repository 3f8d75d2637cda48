import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { countyCodes } from '../../geography/by-county.ts';
import { findState } from '../../geography/us-states.ts';
import { faultText, readInput } from '../../input/input-faults.ts';
import { readDataFile, readDataTable } from '../../kernel/data-file.ts';
import { memoizeByKey } from '../../kernel/memoize.ts';
import type { Subject } from '../../kernel/subject.ts';
import { seenCells } from './seen-cells.ts';

/** What an office keeps: `any` stands for a county's own site, where every one of its offices is found. */
export const recordKinds = ['assessor', 'recorder', 'treasurer', 'planning', 'gis', 'any'] as const;
export type RecordKind = (typeof recordKinds)[number];

/**
 * What a page is. `office`: the office's own; `site`: the county's own site; `index`: the state's index of such records;
 * `directory`: the state's list of the offices; `agency`: the state agency that oversees them; `law`: no page of the office,
 * but one that says who keeps the record.
 */
const officePages = ['office', 'site', 'index', 'directory', 'agency', 'law'] as const;

/** Hosts of companies that run searches or maps for offices: their pages are never shown as the office's own. */
const companyHosts = (): readonly string[] => readDataTable('company-hosts.csv').map(({ host = '' }) => host);

const below = (host: string, of: string) => host === of || host.endsWith(`.${of}`);
const numbersAlone = /^[\d.:[\]]+$/;

/** Why an address cannot be shown as an official page; undefined where nothing speaks against it. */
export function wrongOfficePage(address: string, companies: readonly string[] = companyHosts()): string | undefined {
  if (!URL.canParse(address)) return 'no address';
  const { protocol, hostname, port, username, password } = new URL(address);
  if (protocol !== 'https:') return 'not https';
  if (port || username || password) return 'a port or a login';
  const inner = !hostname.includes('.') || /\.(local|internal|lan|test|example|invalid)$/.test(hostname);
  if (inner || numbersAlone.test(hostname)) return 'no public host';
  const company = companies.find((host) => below(hostname, host));
  return company && `a page of a company (${company})`;
}

/** E-mail addresses and phone numbers: neither belongs into a table of offices. */
const contact = /\S@\S+\.[a-z]|\b\d{3}[\s.)-]+\d{3}[\s.-]+\d{4}\b/;
const plain = z
  .string()
  .regex(/^\S(.*\S)?$/, 'empty, or begins or ends with a space')
  .refine((text) => !contact.test(text), 'holds an e-mail address or a phone number');

const OfficeRow = z
  .strictObject({
    state: z.string().refine((code) => findState(code)?.code === code, 'no state'),
    /** Census code: 2 digits for a state, 5 for a county. */
    area: z.string().regex(/^(\d{2}|\d{5})$/, '2 or 5 digits'),
    area_name: plain,
    keeps: z.enum(recordKinds),
    page: z.enum(officePages),
    /** Its name as the publisher or the list gives it; empty: its kind is all that is known. */
    office: plain.or(z.literal('')),
    /** Empty on the row of an agency whose page is not known. */
    url: plain,
    ...seenCells,
    seen_in: plain,
    /** `town` where each town keeps the record and no county does. */
    held_by: z.enum(['county', 'town', 'state']),
  })
  .refine(({ state, area }) => findState(state)?.fips === area.slice(0, 2), { path: ['area'], error: 'another state' });

export type OfficeRow = z.infer<typeof OfficeRow>;
export const officeColumns = Object.keys(OfficeRow.shape) as readonly (keyof OfficeRow)[];

/** The rows of a table of offices, each checked. Throws with the line and what is wrong with it. */
export function parseOffices(text: string): readonly OfficeRow[] {
  const companies = companyHosts();
  const seen = new Set<string>();
  const lines: readonly { readonly record: unknown; readonly info: { readonly lines: number } }[] = parse(text, {
    columns: true,
    bom: true,
    info: true,
  });
  return lines.map(({ record, info }) => {
    const fail = (problem: string) => new Error(`data/offices.csv, line ${info.lines}: ${problem}`);
    const checked = readInput(OfficeRow, record);
    if ('issues' in checked) throw fail(faultText(checked.issues));
    const row = checked.data;
    const wrong = wrongOfficePage(row.url, companies);
    if (wrong) throw fail(`${row.url}: ${wrong}`);
    const key = `${row.area} ${row.keeps} ${row.page}`;
    if (seen.has(key)) throw fail(`a second row for ${key}`);
    seen.add(key);
    return row;
  });
}

/** The rows of one state and its counties (`data/offices.csv`), read when the state is first requested. */
export const officesIn = memoizeByKey((state): readonly OfficeRow[] => {
  const [header = '', ...lines] = readDataFile('offices.csv').split('\n');
  return parseOffices([header, ...lines.filter((line) => line.startsWith(`${state},`))].join('\n'));
});

/** An official page on which a person gets on with a record of a place. */
export type OfficePage = OfficeRow;

/** Who keeps a kind of record at a place, as far as `data/offices.csv` says. */
export interface RecordKeeper {
  /** The pages that serve it, nearest to the record first; none where no page is known. */
  readonly pages: readonly OfficePage[];
  /** `town` where each town keeps its own and no county does; `state` where one office of the state does. */
  readonly heldBy: OfficeRow['held_by'];
}

/** The office's own page before the one of its county, and those before the pages of the state. */
const order: readonly OfficePage['page'][] = ['office', 'index', 'site', 'directory', 'agency'];

/** Whether a row leads to a kind of record: its own pages, and a county's site. */
const leadsTo = ({ keeps }: OfficeRow, kind: RecordKind): boolean => keeps === kind || keeps === 'any';

/** The keeper of a kind of record at a place; a county is found by its codes of either list where they changed. */
export function recordKeeper(subject: Subject, kind: RecordKind): RecordKeeper {
  const { stateCode, stateFips } = subject;
  if (!stateCode) return { pages: [], heldBy: 'county' };
  const counties = countyCodes(subject).map(({ fips }) => fips);
  const rows = officesIn(stateCode);
  const pages = rows
    .filter(
      (row) => row.page !== 'law' && leadsTo(row, kind) && (row.area === stateFips || counties.includes(row.area)),
    )
    .toSorted((a, b) => order.indexOf(a.page) - order.indexOf(b.page));
  // a town that assesses its ground bills, plans and inspects it too; deeds may stand with the county all the same
  const decides = kind === 'recorder' ? 'recorder' : 'assessor';
  const byTown = rows.some(({ area, keeps, held_by }) => area === stateFips && keeps === decides && held_by === 'town');
  return { pages, heldBy: byTown ? 'town' : (pages[0]?.held_by ?? 'county') };
}
