import { numberOf } from '../../fields/numbers.ts';
import { countyCodes, emptyInOneCodeSet, noCounty, rowsOfCounty } from '../../geography/by-county.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { Subject } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { queryLayer, sqlText } from '../drivers/arcgis.ts';
import { recordOf } from '../shared/lookup.ts';
import card from './card.ts';

/** Hazards by the code that the index gives them. */
export const nriHazards = {
  CWAV: 'cold wave',
  HAIL: 'hail',
  HWAV: 'heat wave',
  HRCN: 'hurricane',
  ISTM: 'ice storm',
  LNDS: 'landslide',
  LTNG: 'lightning',
  SWND: 'strong wind',
  TRND: 'tornado',
  WFIR: 'wildfire',
  WNTW: 'winter weather',
} as const;
export type NriHazard = keyof typeof nriHazards;

export const nriMirror = 'fema-nri-counties';

export interface HazardRate {
  readonly hazard: string;
  /** Annualized frequency: events, or days with an event, per year. */
  readonly eventsPerYear?: number;
  /** Expected annual loss of the whole county in dollars; people counted in dollars too. */
  readonly expectedAnnualLossUsd?: number;
}

function rates(hazards: readonly NriHazard[], read: (column: string) => unknown): readonly HazardRate[] {
  return hazards.flatMap((code) => {
    const frequency = numberOf(read(`${code}_AFREQ`));
    const loss = numberOf(read(`${code}_EALT`));
    if (frequency === undefined && loss === undefined) return [];
    return [
      {
        hazard: nriHazards[code],
        ...(frequency !== undefined && { eventsPerYear: Number(frequency.toPrecision(3)) }),
        ...(loss !== undefined && { expectedAnnualLossUsd: Math.round(loss) }),
      },
    ];
  });
}

/** Frequencies and expected losses of the subject's county, asked by each of its codes. */
export async function countyRates(
  sources: SourceAccess,
  subject: Subject,
  hazards: readonly NriHazard[],
): Promise<Lookup<readonly HazardRate[]>> {
  const codes = countyCodes(subject);
  if (codes.length === 0) return noCounty(subject, card.name);
  const found = await queryLayer(sources, card, {
    where: `STCOFIPS IN (${codes.map(({ fips }) => sqlText(fips)).join(', ')})`,
    outFields: ['STCOFIPS', 'NRI_VER', ...hazards.flatMap((code) => [`${code}_AFREQ`, `${code}_EALT`])],
    limit: 3,
  });
  if (!hasData(found)) return found;
  const row = codes
    .map(({ fips }) => found.data.find(({ attributes }) => String(attributes.STCOFIPS) === fips))
    .find((candidate) => candidate !== undefined)?.attributes;
  const data = row ? rates(hazards, (column) => row[column]) : [];
  if (!row || data.length === 0) return emptyInOneCodeSet(subject, { state: 'empty', citation: found.citation });
  const version = textOf(row.NRI_VER, 40);
  return {
    ...found,
    data,
    citation: {
      ...found.citation,
      ...recordOf(card, textOf(row.STCOFIPS, 5) ?? ''),
      ...(version && { sourceDate: version }),
    },
  };
}

/** The same from the mirrored table. */
export function mirroredRates(
  mirror: MirrorAccess,
  subject: Subject,
  hazards: readonly NriHazard[],
): Lookup<readonly HazardRate[]> {
  return mapLookup(rowsOfCounty(mirror, nriMirror, 'countyFips', subject), ({ rows }) =>
    rates(hazards, (column) => rows[0]?.[column]),
  );
}
