import { z } from 'zod';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { combineLookups } from '../shared/combine.ts';
import { getJson, recordOf, wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

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
  linesOf('B25034', 2, 11),
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

/** The area of an estimate, and the page on which the Bureau shows it. */
const profileOf = (geoid: string) =>
  recordOf(card, geoid, { geography: geoid.length > 5 ? `1400000US${geoid}` : `050XX00US${geoid}` });

/**
 * Housing estimates of a county (5 digits) or tract (11 digits). `year`: the last of the five that the edition covers.
 * Never follows a redirect to the missing-key page.
 */
export async function housingEstimates(sources: SourceAccess, geoid: string, year: number): Promise<Lookup<Estimates>> {
  const [st, co, tract] = [geoid.slice(0, 2), geoid.slice(2, 5), geoid.slice(5)];
  const ask = async (lines: readonly string[]): Promise<Lookup<Estimates>> => {
    const url = new URL(`${card.endpoint}/${year}/acs/acs5`);
    url.searchParams.set('get', ['NAME', ...lines.flatMap((line) => [`${line}E`, `${line}M`])].join(','));
    url.searchParams.set('for', tract ? `tract:${tract}` : `county:${co}`);
    url.searchParams.set('in', tract ? `state:${st} county:${co}` : `state:${st}`);
    const reply = await getJson(sources, card, { url, answerStatuses: [204] }, Rows, {
      isEmpty: (rows) => rows.length < 2,
      citation: { ...profileOf(geoid), sourceDate: `${year - 4}-${year}` },
    });
    if (!hasData(reply)) return reply;
    const data = estimatesOf(reply.data);
    return data ? { ...reply, data } : wrongShape(sources, card);
  };
  const [main, years] = await Promise.all([ask(questions[0]), ask(questions[1])]);
  const whole = combineLookups(main, { years });
  if (!hasData(whole)) return whole;
  const data: Estimates = new Map([...whole.data.main, ...(whole.data.further.years ?? [])]);
  return { ...whole, data };
}

/** The same out of the mirrored summary files. */
export function mirroredEstimates(mirror: MirrorAccess, geoid: string): Lookup<Estimates> {
  const rows = mirror.rows('census-acs-housing', { geoid });
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
  const citation = { ...rows.citation, ...profileOf(geoid) };
  return data.size > 0 ? { ...rows, data, citation } : { state: 'empty', citation };
}
