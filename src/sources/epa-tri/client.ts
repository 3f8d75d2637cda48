import { mirroredRows } from '../../fields/mirrored.ts';
import { countyKey } from '../../geography/county-name.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup, mapLookup, partly } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { readCsv } from '../drivers/csv.ts';
import { listLookup } from '../drivers/rows.ts';
import { cite, failed, wrongShape } from '../shared/lookup.ts';
import { plainRows } from '../shared/table-rows.ts';
import { runningNumber, type TriForm, triForms, undergroundColumns } from './fields.ts';

const card = sourceCard('epa-tri');

/** Official file of one reporting year and one state (`2024_NC`) or the whole country (`2024_US`). */
const basicFileUrl = (year: number, area: string) => `${card.endpoint}/${year}_${area}/csv`;

export const triMirror = 'epa-tri-basic';

export interface TriYear {
  readonly year: number;
  readonly forms: readonly TriForm[];
}

/** Rows of one state's file; undefined where it is not the table that is known. */
export const readBasicFile = (text: string) =>
  readCsv(text, {
    columns: triForms.columns.filter((column) => !undergroundColumns.includes(column)),
    optional: undergroundColumns,
    headerName: (name) => name.replace(runningNumber, ''),
  });

/** One state's file of one year; undefined where EPA has not put it out. */
async function stateYear(sources: SourceAccess, state: string, year: number) {
  const reply = await sources.fetch(card, { url: basicFileUrl(year, state), as: 'text', answerStatuses: [404] });
  if (!reply.ok) return failed(card, reply);
  const isOut = reply.status === 200;
  const rows = isOut ? await readBasicFile(String(reply.body)) : [];
  if (!rows) return wrongShape(sources, card);
  sources.accept(reply);
  if (!isOut) return undefined;
  const found = listLookup(rows, cite(card, reply, { sourceDate: `reporting year ${year}` }), undefined);
  return plainRows(sources, triForms, found);
}

interface County {
  readonly state: string;
  readonly counties: readonly string[];
}

/**
 * Forms of a county for the newest year that is published: last year's file appears between July and autumn, so the
 * year before is read where it is not there. `empty` where the state's file names no facility of the county.
 */
export async function formsOfCounty(
  sources: SourceAccess,
  { state, counties }: County,
  thisYear: number,
): Promise<Lookup<TriYear>> {
  const newest = await stateYear(sources, state, thisYear - 1);
  const isOut = newest !== undefined && hasData(newest);
  const year = isOut ? thisYear - 1 : thisYear - 2;
  const chosen = isOut ? newest : await stateYear(sources, state, year);
  if (!chosen || !hasData(chosen)) {
    if (newest?.state === 'unavailable') return newest;
    const reason = `${card.name} has a file of neither ${thisYear - 1} nor ${year} for ${state}.`;
    return chosen ?? { state: 'unavailable', source: card.name, reason };
  }
  const keys = new Set(counties.map(countyKey));
  const forms = chosen.data.filter((form) => form.countyKey !== undefined && keys.has(form.countyKey));
  if (newest?.state === 'unavailable') {
    const reason = `the file of ${thisYear - 1} could not be read; the values are of ${year}.`;
    return partly({ ...chosen, data: { year, forms } }, reason);
  }
  if (forms.length === 0 && chosen.state === 'found') return { state: 'empty', citation: chosen.citation };
  return { ...chosen, data: { year, forms } };
}

/** The same out of the mirrored national file. */
export function mirroredFormsOfCounty(mirror: MirrorAccess, { state, counties }: County): Lookup<TriYear> {
  let last: Lookup<TriYear> | undefined;
  for (const county of counties) {
    const found = mirror.rows(triMirror, { state, countyKey: countyKey(county) }, { limit: 20_000 });
    if (hasData(found) && found.data.length > 0) {
      const year = Math.max(...found.data.map((row) => Number(row.year)));
      const newest = mapLookup(found, (rows) => rows.filter((row) => Number(row.year) === year));
      return mapLookup(mirroredRows(triForms, newest), (forms) => ({ year, forms }));
    }
    last ??= hasData(found) ? { state: 'empty', citation: found.citation } : found;
  }
  return last ?? { state: 'unresolved', source: card.name, reason: 'the county of the place is not known' };
}

const media = ['onSite', 'offSite', 'air', 'water', 'underground'] as const;

/** Sums of what the forms state; a medium for which no form states a quantity is absent. */
export type Quantities = { readonly [K in (typeof media)[number]]?: number };

/** Rounds away the noise of adding binary fractions; seven significant digits are more than any form states. */
const tidy = (value: number) => Number(value.toPrecision(7));

function total(forms: readonly TriForm[]): Quantities {
  const sums = media.flatMap((medium) => {
    const stated = forms.flatMap((form) => form[medium] ?? []);
    return stated.length > 0 ? [[medium, tidy(stated.reduce((sum, value) => sum + value, 0))] as const] : [];
  });
  return Object.fromEntries(sums);
}

/** The most first; what is not stated last. */
const byOnSite = (a: Quantities, b: Quantities) => (b.onSite ?? -1) - (a.onSite ?? -1);

/** Sums the forms of one county and year; pounds and grams (dioxins) are never added to each other. */
export function summarize(forms: readonly TriForm[]) {
  const ofUnit = (unit: TriForm['unit'], all = forms) =>
    all.filter((form) => form.unit === unit && !form.certifiedOnly);
  const pounds = ofUnit('pounds');
  const grams = ofUnit('grams');
  const byFacility = [...groupBy(forms, ({ facilityId }) => facilityId)].map(([facilityId, own]) => ({
    facilityId,
    name: own[0]?.facility ?? '',
    city: own[0]?.city,
    chemicalCount: own.length,
    ...total(ofUnit('pounds', own)),
  }));
  const byChemical = [...groupBy(pounds, ({ chemical }) => chemical)].map(([chemical, own]) => ({
    chemical,
    ...total(own),
    facilityCount: new Set(own.map(({ facilityId }) => facilityId)).size,
  }));
  return {
    facilities: byFacility.length,
    forms: forms.length,
    /** Forms that state no quantities. */
    certifiedOnly: forms.filter(({ certifiedOnly }) => certifiedOnly).length,
    pounds: pounds.length > 0 ? total(pounds) : undefined,
    grams: grams.length > 0 ? total(grams) : undefined,
    byFacility: byFacility.toSorted(byOnSite),
    byChemical: byChemical.toSorted(byOnSite),
  };
}
