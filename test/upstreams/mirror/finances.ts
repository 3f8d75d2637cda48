import type { MirrorFile } from '../mirror-file.ts';
import { zipOf } from '../zip.ts';

// positions of the columns, the two widths of a line and the flags: four public readers of the files of 2012 to 2024
const text = (content: string) => new TextEncoder().encode(content);

/** A government as the directory member lists it; synthetic figures. */
interface Unit {
  /** State, type, county (FIPS) and number. */
  readonly id: string;
  /** The Bureau's own state code, of which the numbers of 2012 are made. */
  readonly ownState: string;
  readonly name: string;
  readonly county: string;
  readonly place: string;
  readonly people?: number;
  readonly students?: number;
  /** Thousand dollars by item in the newest year, and whether the Bureau put them in. */
  readonly amounts: Readonly<Record<string, number | readonly [thousands: number, flag: string]>>;
  /** Years in which it is in the file; all of them where absent. */
  readonly years?: readonly string[];
}

const wake: Unit = {
  id: '371183100001',
  ownState: '34',
  name: 'MADE-UP WAKE COUNTY',
  county: 'WAKE',
  place: '99183',
  people: 1_190_275,
  amounts: {
    T01: 1_420_500,
    T09: 310_200,
    T28: [14_100, 'I'],
    T99: 9_950,
    B79: 41_700,
    C12: 980_300,
    D89: 12_400,
    A89: 205_600,
    U20: 61_300,
    U99: 8_800,
    E12: 2_010_400,
    F12: 190_700,
    E62: 118_900,
    G62: 6_300,
    E24: [9_400, 'I'],
    E32: 133_800,
    E79: 140_200,
    E23: 38_500,
    E29: 52_100,
    E61: 22_700,
    I89: 71_500,
    '49U': 2_480_000,
    W61: 1_105_000,
    // what is not shown: wages, aid to others
    Z00: 900_000,
    M89: 3_300,
  },
};

const raleigh: Unit = {
  id: '372183200001',
  ownState: '34',
  name: 'MADE-UP RALEIGH CITY',
  county: 'WAKE',
  place: '55000',
  people: 482_295,
  amounts: {
    T01: 322_400,
    T09: 131_800,
    T29: 12_600,
    C46: 24_900,
    A80: 98_700,
    A91: 121_300,
    U20: 30_400,
    E62: 131_200,
    E24: 81_900,
    E44: 44_300,
    F44: 38_100,
    E80: 61_000,
    F80: 40_200,
    E91: 70_500,
    E81: 31_900,
    E61: 68_300,
    E29: 41_200,
    I89: 21_900,
    I91: 18_400,
    '49U': 1_390_000,
    W31: 120_400,
    W61: 901_000,
  },
};

const olathe: Unit = {
  id: '205091300001',
  ownState: '17',
  name: 'OLATHE UNIF SCH DIST 233',
  county: 'JOHNSON',
  place: '',
  students: 29_180,
  amounts: { T01: 118_000, C12: 260_400, B21: 24_100, A09: 9_900, U99: 6_200, E12: 401_300, F12: 28_400, I89: 9_700 },
  years: ['2012', '2017', '2022'],
};

/** Next to nothing is known of it but what the Bureau put in. */
const johnson: Unit = {
  id: '201091100001',
  ownState: '17',
  name: 'MADE-UP JOHNSON COUNTY',
  county: 'JOHNSON',
  place: '99091',
  people: 613_219,
  amounts: { T01: [340_000, 'I'], C89: [31_000, 'I'], A89: [90_000, 'I'], E62: [80_000, 'I'], E44: 12_000, U20: 3_000 },
};

/** Kinds of governments that are left out of the mirror. */
const others: readonly Unit[] = [
  { ...wake, id: '370000000001', name: 'MADE-UP NORTH CAROLINA', place: '' },
  { ...wake, id: '374183400001', name: 'MADE-UP FIRE DISTRICT', place: '' },
];

const units: readonly Unit[] = [wake, raleigh, olathe, johnson, ...others];

const shares: Readonly<Record<string, number>> = { '2012': 0.61, '2017': 0.78, '2022': 0.93, '2024': 1 };
const years = Object.keys(shares);
const isOld = (year: string) => year === '2012';

const right = (value: number | undefined, width: number) =>
  String(value ?? '').padStart(width, value === undefined ? ' ' : '0');

function idOf({ id, ownState }: Unit, year: string): string {
  return isOld(year) ? `${ownState}${id.slice(2)}00` : id;
}

function directoryLine(unit: Unit, year: string): string {
  const { id, name, county, place, people, students } = unit;
  const growth = shares[year] ?? 1;
  const counted = (value: number | undefined) =>
    value === undefined ? undefined : Math.round(value * (0.8 + 0.2 * growth));
  const short = String(Number(year.slice(2)) - 1).padStart(2, '0');
  return [
    idOf(unit, year),
    name.padEnd(64),
    county.padEnd(35),
    ...(isOld(year) ? [id.slice(0, 2), id.slice(3, 6)] : []),
    place.padEnd(5),
    right(counted(people), 9),
    people === undefined ? '  ' : short,
    right(counted(students), 7),
    students === undefined ? '  ' : short,
    '  ',
    '  ',
    '0630',
    year.slice(2),
  ].join('');
}

const amountLines = (unit: Unit, year: string): readonly string[] =>
  Object.entries(unit.amounts).map(([item, stated]) => {
    const [thousands, flag] = typeof stated === 'number' ? [stated, 'R'] : stated;
    const amount = Math.round(thousands * (shares[year] ?? 1));
    return `${idOf(unit, year)}${item}${String(amount).padStart(12)}${year}${flag}`;
  });

/** The archive of a year: amounts and directory in a folder, with what is beside them. */
function archive(year: string): Uint8Array {
  const own = units.filter((unit) => !unit.years || unit.years.includes(year));
  const folder = year === '2022' ? `${year}_Individual_Unit_File/` : '';
  const ends = isOld(year) ? '\n' : '\r\n';
  const lines = (of: (unit: Unit) => readonly string[]) => text(`${own.flatMap(of).join(ends)}${ends}`);
  return zipOf({
    [`${folder}${year.slice(2)}statetypepu.txt`]: text('37 3 1\n'),
    [`${folder}Fin_${isOld(year) ? 'GID' : 'PID'}_${year}.txt`]: lines((unit) => [directoryLine(unit, year)]),
    [`${folder}${year}FinEstDAT_06052026modp_pu.txt`]: lines((unit) => amountLines(unit, year)),
  });
}

const files: readonly MirrorFile[] = years.map((year) => ({
  dataset: 'census-government-finances',
  name: `${year}_Individual_Unit_Files.zip`,
  content: archive(year),
  part: year,
}));

export default files;
