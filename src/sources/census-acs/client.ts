import { z } from 'zod';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { combineLookups } from '../shared/combine.ts';
import { getJson, recordOf, wrongShape } from '../shared/lookup.ts';

const card = sourceCard('census-acs');

/** One estimate with the margin of error that belongs to it (90 % confidence). */
export interface Estimate {
  readonly value: number;
  readonly marginOfError?: number;
}
/** Estimates by table and line, for example `B25035_001`. A line without an estimate is absent. */
export type Estimates = ReadonlyMap<string, Estimate>;

const linesOf = (table: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${table}_${String(from + at).padStart(3, '0')}`);

/** Two questions, because one may name at most 50 variables. */
const questions = [
  [
    'B25001_001',
    ...linesOf('B25002', 2, 3),
    ...linesOf('B25003', 2, 3),
    ...linesOf('B25024', 2, 11),
    'B25035_001',
    'B25064_001',
    'B25077_001',
  ],
  [
    ...linesOf('B25034', 2, 11),
    'B01003_001',
    'B11001_001',
    'B19013_001',
    'B25103_001',
    'B25070_001',
    ...linesOf('B25070', 7, 11),
  ],
] as const;

const Rows = z.array(z.array(z.string().nullable())).min(1);

/** A number, or undefined for the Bureau's negative marks (-666666666 and others). */
function numeric(text: unknown): number | undefined {
  const value = typeof text === 'string' && text.trim() !== '' ? Number(text) : Number.NaN;
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

function estimatesOf(rows: z.infer<typeof Rows>): Estimates | undefined {
  const [header, row] = rows;
  if (!header || !row || header.length !== row.length) return undefined;
  const cell = (name: string) => numeric(row[header.indexOf(name)]);
  const found = new Map<string, Estimate>();
  for (const name of header) {
    if (!name?.endsWith('E') || !/^B\d{5}_\d{3}E$/.test(name)) continue;
    const line = name.slice(0, -1);
    const value = cell(name);
    const margin = cell(`${line}M`);
    if (value !== undefined) found.set(line, { value, ...(margin !== undefined && { marginOfError: margin }) });
  }
  return found;
}

type Level = 'county' | 'tract' | 'zcta';
const levelOf = (geoid: string): Level => (geoid.length > 5 ? 'tract' : 'county');
const geographyOf: Readonly<Record<Level, string>> = { county: '050XX00US', tract: '1400000US', zcta: '860XX00US' };

/** The area of an estimate, and the page on which the Bureau shows it. */
const profileOf = (geoid: string, level = levelOf(geoid)) =>
  recordOf(card, geoid, { geography: `${geographyOf[level]}${geoid}` });

/** How the interface is queried for an area: areas of ZIPs lie in no state. */
function areaParams(geoid: string, level: Level): Readonly<Record<string, string>> {
  const [st, co, tract] = [geoid.slice(0, 2), geoid.slice(2, 5), geoid.slice(5)];
  switch (level) {
    case 'zcta':
      return { for: `zip code tabulation area:${geoid}` };
    case 'tract':
      return { for: `tract:${tract}`, in: `state:${st} county:${co}` };
    case 'county':
      return { for: `county:${co}`, in: `state:${st}` };
  }
}

async function askLines(
  sources: SourceAccess,
  { geoid, level, year }: { readonly geoid: string; readonly level: Level; readonly year: number },
  lines: readonly string[],
): Promise<Lookup<Estimates>> {
  const url = new URL(`${card.endpoint}/${year}/acs/acs5`);
  url.searchParams.set('get', ['NAME', ...lines.flatMap((line) => [`${line}E`, `${line}M`])].join(','));
  for (const [name, value] of Object.entries(areaParams(geoid, level))) url.searchParams.set(name, value);
  const reply = await getJson(sources, card, { url, answerStatuses: [204] }, Rows, {
    isEmpty: (rows) => rows.length < 2,
    citation: { ...profileOf(geoid, level), sourceDate: `${year - 4}-${year}` },
  });
  if (!hasData(reply)) return reply;
  const data = estimatesOf(reply.data);
  return data ? { ...reply, data } : wrongShape(sources, card);
}

/**
 * Housing estimates of a county (5 digits) or tract (11 digits). `year`: the last of the five that the edition covers.
 * Never follows a redirect to the missing-key page.
 */
export async function housingEstimates(sources: SourceAccess, geoid: string, year: number): Promise<Lookup<Estimates>> {
  const ask = (lines: readonly string[]) => askLines(sources, { geoid, level: levelOf(geoid), year }, lines);
  const [main, years] = await Promise.all([ask(questions[0]), ask(questions[1])]);
  const whole = combineLookups(main, { years });
  if (!hasData(whole)) return whole;
  const data: Estimates = new Map([...whole.data.main, ...(whole.data.further.years ?? [])]);
  return { ...whole, data };
}

/** A tract (11 digits) or the area of a ZIP (5 digits). */
export interface RentArea {
  readonly level: 'tract' | 'zcta';
  readonly geoid: string;
}

export const rentsMirror = 'census-acs-rents';
const rentLines = [...linesOf('B25031', 1, 7), 'B25057_001', 'B25058_001', 'B25059_001'];

/**
 * Median gross rent by bedrooms (B25031: 1 all, 2 none, 3 to 6 one to four, 7 five and more), and quartiles of contract rent
 * (B25057 lower, B25058 median, B25059 upper). `year`: the last of the five that the edition covers.
 */
export const rentEstimates = (sources: SourceAccess, area: RentArea, year: number): Promise<Lookup<Estimates>> =>
  askLines(sources, { ...area, year }, rentLines);

/** The same out of the mirrored summary files. */
export const mirroredRents = (mirror: MirrorAccess, { level, geoid }: RentArea): Lookup<Estimates> =>
  estimatesIn(mirror.rows(rentsMirror, { geoid, level }), profileOf(geoid, level));

/** Housing estimates out of the mirrored summary files. */
export const mirroredEstimates = (mirror: MirrorAccess, geoid: string): Lookup<Estimates> =>
  estimatesIn(mirror.rows('census-acs-housing', { geoid }), profileOf(geoid));

function estimatesIn(rows: Lookup<readonly MirrorRow[]>, profile: ReturnType<typeof profileOf>): Lookup<Estimates> {
  if (!hasData(rows)) return rows;
  const data = new Map<string, Estimate>();
  for (const row of rows.data) {
    for (const [name, value] of Object.entries(row)) {
      const number = /^e(\d+)$/.exec(name)?.[1];
      if (!number || typeof value !== 'number') continue;
      const margin = row[`m${number}`];
      data.set(`${String(row.table).toUpperCase()}_${number.padStart(3, '0')}`, {
        value,
        ...(typeof margin === 'number' && { marginOfError: margin }),
      });
    }
  }
  const citation = { ...rows.citation, ...profile };
  return data.size > 0 ? { ...rows, data, citation } : { state: 'empty', citation };
}
