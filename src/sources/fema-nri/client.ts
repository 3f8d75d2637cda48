import type { RawRow } from '../../fields/scope.ts';
import { countyCodes, emptyInOneCodeSet, noCounty, rowsOfCounty } from '../../geography/by-county.ts';
import { citing, hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { Subject } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import { quoted } from '../drivers/rows.ts';
import { recordOf } from '../shared/lookup.ts';
import { type HazardRate, hazardRates, type NriHazard, nriHazards } from './fields.ts';

const card = sourceCard('fema-nri');

export const nriMirror = 'fema-nri-counties';

const columnsOf = (hazard: NriHazard) => hazardRates.columns.map((column) => `${hazard}_${column}`);

const rates = (hazards: readonly NriHazard[], row: RawRow): readonly HazardRate[] =>
  hazards.flatMap((hazard) => {
    const own = hazardRates.columns.map((column) => [column, row[`${hazard}_${column}`]] as const);
    const read = hazardRates.read(Object.fromEntries(own));
    return read && Object.keys(read).length > 0 ? [{ hazard: nriHazards[hazard], ...read }] : [];
  });

/** Frequencies and expected losses of the subject's county, queried by each of its codes. */
export async function countyRates(
  sources: SourceAccess,
  subject: Subject,
  hazards: readonly NriHazard[],
): Promise<Lookup<readonly HazardRate[]>> {
  const codes = countyCodes(subject);
  if (codes.length === 0) return noCounty(subject, card.name);
  const found = await queryLayer(sources, card, {
    where: `STCOFIPS IN (${codes.map(({ fips }) => quoted(fips)).join(', ')})`,
    outFields: ['STCOFIPS', 'NRI_VER', ...hazards.flatMap(columnsOf)],
    limit: 3,
  });
  if (!hasData(found)) return found;
  const row = codes
    .map(({ fips }) => found.data.find(({ attributes }) => String(attributes.STCOFIPS) === fips))
    .find((candidate) => candidate !== undefined)?.attributes;
  const data = row ? rates(hazards, row) : [];
  if (!row || data.length === 0) return emptyInOneCodeSet(subject, { state: 'empty', citation: found.citation });
  const record = recordOf(card, textOf(row.STCOFIPS, 5) ?? '');
  return citing({ ...found, data }, { ...record, sourceDate: textOf(row.NRI_VER, 40) });
}

/** The same from the mirrored table. */
export const mirroredRates = (mirror: MirrorAccess, subject: Subject, hazards: readonly NriHazard[]) =>
  mapLookup(rowsOfCounty(mirror, nriMirror, 'countyFips', subject), ({ rows }) => rates(hazards, rows[0] ?? {}));
