import { countyKey } from '../../geography/county-name.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { readCsv } from '../drivers/csv.ts';
import { cite, failed, wrongShape } from '../shared/lookup.ts';
import card, { basicFileUrl } from './card.ts';
import { plainHeader, requiredColumns, type TriForm, toForm, undergroundColumns } from './rows.ts';

export const triMirror = 'epa-tri-basic';

export interface TriYear {
  readonly year: number;
  readonly forms: readonly TriForm[];
}

/** Forms of one state's file; undefined where it is not the table that is known. */
export async function readBasicFile(text: string): Promise<readonly TriForm[] | undefined> {
  const end = text.indexOf('\n');
  const first = (end < 0 ? text : text.slice(0, end)).replace(/^\uFEFF/, '');
  const header = first.split(',').map((name) => plainHeader(name.replace(/^"|"\s*$/g, '')));
  if (!requiredColumns.every((column) => header.includes(column))) return undefined;
  const columns = [...requiredColumns, ...undergroundColumns.filter((column) => header.includes(column))];
  const rows = await readCsv(`${header.map((name) => `"${name}"`).join(',')}\n${text.slice(end + 1)}`, { columns });
  return rows?.map(toForm).filter((form) => form !== undefined);
}

/** One state's file of one year; undefined where EPA has not put it out. */
async function stateYear(
  sources: SourceAccess,
  state: string,
  year: number,
): Promise<Lookup<readonly TriForm[]> | undefined> {
  const reply = await sources.fetch(card, { url: basicFileUrl(year, state), as: 'text', answerStatuses: [404] });
  if (!reply.ok) return failed(card, reply);
  const citation = cite(card, reply, { sourceDate: `reporting year ${year}` });
  const isOut = reply.status === 200;
  const forms = isOut ? await readBasicFile(String(reply.body)) : [];
  if (!forms) return wrongShape(sources, card);
  sources.accept(reply);
  if (!isOut) return undefined;
  return forms.length > 0 ? { state: 'found', data: forms, citation } : { state: 'empty', citation };
}

const ofCounty = (forms: readonly TriForm[], counties: readonly string[]) => {
  const keys = new Set(counties.map(countyKey));
  return forms.filter((form) => keys.has(countyKey(form.county)));
};

/**
 * Forms of a county for the newest year that is published: last year's file appears between July and autumn, so the
 * year before is read where it is not there. `empty` where the state's file names no facility of the county.
 */
export async function formsOfCounty(
  sources: SourceAccess,
  where: { readonly state: string; readonly counties: readonly string[] },
  thisYear: number,
): Promise<Lookup<TriYear>> {
  const newest = await stateYear(sources, where.state, thisYear - 1);
  const isOut = newest !== undefined && hasData(newest);
  const year = isOut ? thisYear - 1 : thisYear - 2;
  const chosen = isOut ? newest : await stateYear(sources, where.state, year);
  if (!chosen || !hasData(chosen)) {
    if (newest?.state === 'unavailable') return newest;
    const reason = `${card.name} has a file of neither ${thisYear - 1} nor ${year} for ${where.state}.`;
    return chosen ?? { state: 'unavailable', source: card.name, reason };
  }
  const forms = ofCounty(chosen.data, where.counties);
  if (newest?.state === 'unavailable') {
    const reason = `the file of ${thisYear - 1} could not be read; the values are of ${year}.`;
    return { state: 'partial', data: { year, forms }, citation: chosen.citation, reason };
  }
  if (forms.length === 0) return { state: 'empty', citation: chosen.citation };
  return { ...chosen, data: { year, forms } };
}

/** The same out of the mirrored national file. */
export function mirroredFormsOfCounty(
  mirror: MirrorAccess,
  where: { readonly state: string; readonly counties: readonly string[] },
): Lookup<TriYear> {
  let last: Lookup<TriYear> | undefined;
  for (const county of where.counties) {
    const found = mirror.rows(triMirror, { state: where.state, county: countyKey(county) }, { limit: 20_000 });
    if (hasData(found) && found.data.length > 0) {
      const forms = found.data.map(
        (row): TriForm => ({
          year: Number(row.year),
          facilityId: String(row.facilityId),
          facility: String(row.facility),
          city: row.city === null ? undefined : String(row.city),
          county: String(row.county),
          chemical: String(row.chemical),
          unit: row.unit === 'grams' ? 'grams' : 'pounds',
          certifiedOnly: row.formType === 'A',
          ...quantities(row),
        }),
      );
      const year = Math.max(...forms.map((form) => form.year));
      return { ...found, data: { year, forms: forms.filter((form) => form.year === year) } };
    }
    last ??= hasData(found) ? { state: 'empty', citation: found.citation } : found;
  }
  return last ?? { state: 'unresolved', source: card.name, reason: 'the county of the place is not known' };
}

function quantities(row: Readonly<Record<string, unknown>>) {
  const read = (name: string) => (row[name] === null || row.formType === 'A' ? undefined : Number(row[name]));
  return {
    air: read('air'),
    water: read('water'),
    underground: read('underground'),
    onSite: read('onSite'),
    offSite: read('offSite'),
  };
}
