/** EPA's words for its codes. A code that is not listed is shown without a meaning. */
const categories: Readonly<Record<string, string>> = {
  MCL: 'Maximum Contaminant Level',
  MRDL: 'Maximum Residual Disinfectant Level',
  TT: 'Treatment Technique',
  MR: 'Monitoring and Reporting',
  MON: 'Monitoring',
  RPT: 'Reporting',
};

const contaminants: Readonly<Record<string, string>> = {
  '0999': 'Chlorine',
  '1005': 'Arsenic',
  '1040': 'Nitrate',
  '2456': 'Total Haloacetic Acids (HAA5)',
  '2950': 'Total Trihalomethanes (TTHM)',
  '3100': 'Coliform (TCR)',
  '5000': 'Lead and Copper Rule',
  '7000': 'Consumer Confidence Rule',
  '7500': 'Public Notice',
  '8000': 'Revised Total Coliform Rule',
};

/** Statuses without a return to compliance; public readers disagree whether K is still open, so both are only counted. */
const standing: ReadonlySet<string> = new Set(['K', 'O']);

export const categoryMeaning = (code: string | undefined) => (code ? categories[code] : undefined);
export const contaminantMeaning = (code: string | undefined) =>
  code ? contaminants[code.padStart(4, '0')] : undefined;
export const isUnresolved = (statusCode: string | undefined) => statusCode !== undefined && standing.has(statusCode);
