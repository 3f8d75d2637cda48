import { numberOf } from '../../fields/numbers.ts';
import { textOf } from '../../kernel/text.ts';

/** One form of one facility for one chemical. Quantities are undefined where the form states none. */
export interface TriForm {
  readonly year: number;
  readonly facilityId: string;
  readonly facility: string;
  readonly city: string | undefined;
  readonly county: string;
  readonly chemical: string;
  /** Dioxins are reported in grams, everything else in pounds. */
  readonly unit: 'pounds' | 'grams';
  /** Form A certifies to be under a threshold; it has no quantities. */
  readonly certifiedOnly: boolean;
  readonly air: number | undefined;
  readonly water: number | undefined;
  readonly underground: number | undefined;
  readonly onSite: number | undefined;
  readonly offSite: number | undefined;
}

/** Columns that a form needs, without the running number that the published header puts before each. */
export const requiredColumns = [
  'YEAR',
  'TRIFD',
  'FACILITY NAME',
  'CITY',
  'COUNTY',
  'CHEMICAL',
  'FORM TYPE',
  'UNIT OF MEASURE',
  '5.1 - FUGITIVE AIR',
  '5.2 - STACK AIR',
  '5.3 - WATER',
  'ON-SITE RELEASE TOTAL',
  'OFF-SITE RELEASE TOTAL',
] as const;

/** Underground injection stands undivided (before 2003) or by class of well. */
export const undergroundColumns = [
  '5.4 - UNDERGROUND',
  '5.4.1 - UNDERGROUND CL I',
  '5.4.2 - UNDERGROUND C II-V',
] as const;

/** "51. 5.1 - FUGITIVE AIR" as "5.1 - FUGITIVE AIR". */
export const plainHeader = (name: string) => name.trim().replace(/^\d+\.\s+/, '');

type Raw = Readonly<Record<string, unknown>>;

const sum = (values: readonly (number | undefined)[]) => {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : undefined;
};

/** A form out of one row with plain column names; undefined where it names no facility or chemical. */
export function toForm(row: Raw): TriForm | undefined {
  const year = numberOf(row.YEAR);
  const facilityId = textOf(row.TRIFD, 20);
  const chemical = textOf(row.CHEMICAL, 80);
  if (year === undefined || !facilityId || !chemical) return undefined;
  const certifiedOnly = row['FORM TYPE'] === 'A';
  const quantity = (...columns: readonly string[]) =>
    certifiedOnly ? undefined : sum(columns.map((column) => numberOf(row[column])));
  return {
    year,
    facilityId,
    facility: textOf(row['FACILITY NAME'], 80) ?? 'name not stated',
    city: textOf(row.CITY, 50),
    county: textOf(row.COUNTY, 50) ?? '',
    chemical,
    unit: /^gram/i.test(textOf(row['UNIT OF MEASURE']) ?? '') ? 'grams' : 'pounds',
    certifiedOnly,
    air: quantity('5.1 - FUGITIVE AIR', '5.2 - STACK AIR'),
    water: quantity('5.3 - WATER'),
    underground: quantity(...undergroundColumns),
    onSite: quantity('ON-SITE RELEASE TOTAL'),
    offSite: quantity('OFF-SITE RELEASE TOTAL'),
  };
}
