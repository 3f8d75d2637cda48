import { count, digits, money, type RowOf, table, text, year } from '../../fields/define.ts';

const unit = 'USD per year';

/** Medicare figures of one county and year. A figure that CMS suppressed (`*`: fewer than 11 people) is absent. */
export const medicareCounties = table('cms-geographic-variation', {
  year: year('YEAR', { required: true }),
  countyFips: digits('BENE_GEO_CD', 5, { required: true }),
  county: text('BENE_GEO_DESC', { maxLength: 80, otherwise: 'not stated' }),
  paymentPerBeneficiary: money('TOT_MDCR_PYMT_PC', { unit }),
  standardizedPaymentPerBeneficiary: money('TOT_MDCR_STDZD_PYMT_PC', {
    unit,
    description: 'With the effect of local prices and wages taken out',
  }),
  beneficiaries: count('BENES_TOTAL_CNT'),
  originalMedicareBeneficiaries: count(['BENES_OM_CNT', 'BENES_FFS_CNT']),
  medicareAdvantageBeneficiaries: count('BENES_MA_CNT'),
});
export type MedicareCounty = RowOf<typeof medicareCounties>;
