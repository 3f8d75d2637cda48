import { z } from 'zod';
import { mirroredCounty } from '../../fields/mirrored.ts';
import { countyCodes, emptyInOneCodeSet, noCounty, rowsOfCounty, underFirstCode } from '../../geography/by-county.ts';
import { firstRow, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { Subject } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { getJson } from '../shared/lookup.ts';
import { plainRows } from '../shared/table-rows.ts';
import { type MedicareCounty, medicareCounties } from './fields.ts';

const card = sourceCard('cms-geographic-variation');

const Rows = z.array(z.record(z.string(), z.unknown()));

/** Figures of the subject's county and a year, queried by each of its codes until one has a row. */
export async function medicareOf(sources: SourceAccess, subject: Subject, year: number) {
  const found = await underFirstCode(countyCodes(subject), noCounty(subject, card.name), async ({ fips }) => {
    const query = new URLSearchParams({
      'filter[YEAR]': String(year),
      'filter[BENE_GEO_LVL]': 'County',
      'filter[BENE_AGE_LVL]': 'All',
      'filter[BENE_GEO_CD]': fips,
      size: '1',
    });
    const reply = await getJson(sources, card, { url: `${card.endpoint}?${query}` }, Rows, {
      isEmpty: (rows) => rows.length === 0,
      citation: { recordId: fips, sourceDate: String(year) },
    });
    return plainRows(sources, medicareCounties, reply);
  });
  return emptyInOneCodeSet(subject, firstRow(found));
}

/** The same out of the mirrored file: the newest year that it has. */
export function mirroredMedicare(mirror: MirrorAccess, subject: Subject): Lookup<MedicareCounty> {
  const newest = { orderBy: 'year', descending: true, limit: 1 };
  const found = mirroredCounty(medicareCounties, rowsOfCounty(mirror, card.id, 'countyFips', subject, newest));
  return firstRow(mapLookup(found, ({ rows }) => rows));
}
