import { z } from 'zod';
import { numberOf } from '../../fields/numbers.ts';
import { countyCodes, emptyInOneCodeSet, noCounty, rowsOfCounty } from '../../geography/by-county.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { Subject } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { textOrNumber } from '../shared/fields.ts';
import { getJson } from '../shared/lookup.ts';
import card from './card.ts';

/** Medicare figures of one county and year. A figure that CMS suppressed is absent. */
export interface MedicareCounty {
  readonly year: number;
  readonly countyFips: string;
  readonly county: string;
  readonly beneficiaries?: number;
  readonly originalMedicareBeneficiaries?: number;
  readonly medicareAdvantageBeneficiaries?: number;
  readonly paymentPerCapita?: number;
  readonly standardizedPaymentPerCapita?: number;
}

const Row = z.looseObject({
  YEAR: z.coerce.number().int(),
  BENE_GEO_CD: z.coerce.string(),
  BENE_GEO_DESC: z.string(),
  BENES_TOTAL_CNT: textOrNumber,
  BENES_OM_CNT: textOrNumber,
  BENES_FFS_CNT: textOrNumber,
  BENES_MA_CNT: textOrNumber,
  TOT_MDCR_PYMT_PC: textOrNumber,
  TOT_MDCR_STDZD_PYMT_PC: textOrNumber,
});

const toCounty = (row: z.infer<typeof Row>): MedicareCounty =>
  defined({
    year: row.YEAR,
    countyFips: row.BENE_GEO_CD.padStart(5, '0'),
    county: textOf(row.BENE_GEO_DESC, 80) ?? 'not stated',
    beneficiaries: numberOf(row.BENES_TOTAL_CNT),
    originalMedicareBeneficiaries: numberOf(row.BENES_OM_CNT ?? row.BENES_FFS_CNT),
    medicareAdvantageBeneficiaries: numberOf(row.BENES_MA_CNT),
    paymentPerCapita: numberOf(row.TOT_MDCR_PYMT_PC),
    standardizedPaymentPerCapita: numberOf(row.TOT_MDCR_STDZD_PYMT_PC),
  });

/** Figures of the subject's county and a year, asked by each of its codes until one has a row. */
export async function medicareOf(
  sources: SourceAccess,
  subject: Subject,
  year: number,
): Promise<Lookup<MedicareCounty>> {
  const codes = countyCodes(subject);
  let last: Lookup<never> | undefined;
  for (const { fips } of codes) {
    const url = new URL(card.endpoint);
    url.search = new URLSearchParams({
      'filter[YEAR]': String(year),
      'filter[BENE_GEO_LVL]': 'County',
      'filter[BENE_AGE_LVL]': 'All',
      'filter[BENE_GEO_CD]': fips,
      size: '1',
    }).toString();
    const found = await getJson(sources, card, { url }, z.array(Row), {
      isEmpty: (rows) => rows.length === 0,
      citation: { recordId: fips, sourceDate: String(year) },
    });
    const row = hasData(found) ? found.data[0] : undefined;
    if (row) return mapLookup(found, () => toCounty(row));
    last = found as Lookup<never>;
    if (found.state !== 'empty') break;
  }
  return last ? emptyInOneCodeSet(subject, last) : noCounty(subject, card.name);
}

const number = (row: MirrorRow, name: string) => (typeof row[name] === 'number' ? Number(row[name]) : undefined);

/** The same out of the mirrored file: the newest year that it has. */
export function mirroredMedicare(mirror: MirrorAccess, subject: Subject): Lookup<MedicareCounty> {
  const found = rowsOfCounty(mirror, card.id, 'countyFips', subject, { orderBy: 'year', descending: true, limit: 1 });
  const row = hasData(found) ? found.data.rows[0] : undefined;
  if (!row) return found as Lookup<never>;
  return mapLookup(found, () =>
    defined({
      year: Number(row.year),
      countyFips: String(row.countyFips),
      county: textOf(row.county, 80) ?? 'not stated',
      beneficiaries: number(row, 'beneficiaries'),
      originalMedicareBeneficiaries: number(row, 'originalMedicareBeneficiaries'),
      medicareAdvantageBeneficiaries: number(row, 'medicareAdvantageBeneficiaries'),
      paymentPerCapita: number(row, 'paymentPerCapita'),
      standardizedPaymentPerCapita: number(row, 'standardizedPaymentPerCapita'),
    }),
  );
}
