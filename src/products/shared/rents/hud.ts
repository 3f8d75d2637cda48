import type { PartReading } from '../../../answers/ask-tools.ts';
import { mirroredRows } from '../../../fields/mirrored.ts';
import { AnswerBuilder } from '../../../kernel/answer-builder.ts';
import type { Citation } from '../../../kernel/citation.ts';
import { defined } from '../../../kernel/defined.ts';
import { hasData } from '../../../kernel/lookup.ts';
import { displayName } from '../../../kernel/text.ts';
import type { RouteName } from '../../../kernel/tool-names.ts';
import { rentIndexes } from '../../../mirror/datasets/zillow-zori-zip.ts';
import { fairRentsOf, fiscalYearOf, type Rents, smallAreaRentsOf } from '../../../mirror/queries/fair-rents.ts';
import { reportedRents } from '../../../sources/sf-rent-board-inventory/client.ts';
import { type BriefContext, ownReading } from '../brief-route.ts';
import { sectionCitation } from '../compose/facts.ts';
import { middleBand, sizeWords } from './cells.ts';
import type { RentCell } from './schema.ts';

export const fairRentsSection = 'fair_market_rents';
const publisher = 'US Department of Housing and Urban Development';
const measure = 'fair market rent, with utilities, 40th percentile of recent movers';
const limits = [
  'Fair market rents are program figures with utilities, at the 40th percentile of what recent movers pay; HUD publishes none for more than four bedrooms.',
] as const;

export interface RentQuestion {
  readonly bedrooms: number;
  readonly slug: RouteName;
}

export interface RentPart {
  readonly reading: PartReading;
  readonly cells: readonly RentCell[];
}

const rentColumns = ['rent0', 'rent1', 'rent2', 'rent3', 'rent4'] as const;

const rentIn = (row: Rents, bedrooms: number): number | undefined => {
  const column = rentColumns[bedrooms];
  return column && row[column];
};

/** The row of the county; in New England that of the town, by the name that the Census Bureau has for it too. */
function rowOfPlace<R extends { readonly town?: string }>(
  rows: readonly R[],
  named: string | undefined,
): R | undefined {
  const [first] = rows;
  if (first?.town === undefined) return first;
  return rows.find(({ town }) => town?.toLowerCase() === named?.toLowerCase());
}

/** Fair market rents of the county or town and of the ZIP, for the fiscal year of today. */
export function readHud(
  { mirror, now, subject }: BriefContext,
  {
    bedrooms,
    slug,
    zip,
    town,
  }: RentQuestion & { readonly zip?: string | undefined; readonly town?: string | undefined },
): RentPart {
  const year = fiscalYearOf(now);
  const answer = new AnswerBuilder(subject);
  const vintage = `fiscal year ${year}`;
  const county = subject.county?.name ?? 'the county';
  const queried = fairRentsOf(mirror, subject, year);
  const wide = answer.addLookup(queried, { area: county, period: vintage, recordScope: 'HUD fair market rents' });
  const row = wide && rowOfPlace(wide.data.rows, town);
  const rent = row && rentIn(row, bedrooms);
  const cells: RentCell[] = [];
  const cell = (level: RentCell['level'], area: string, usd: number, citation: Citation) =>
    cells.push({
      ...{ publisher, vintage, isCounted: true, level, area, measure, lowUsd: usd, highUsd: usd },
      citation: sectionCitation(citation),
    });
  const wideArea = displayName(row?.town ?? county) ?? county;
  if (rent !== undefined && hasData(queried)) cell(row?.town ? 'town' : 'county', wideArea, rent, queried.citation);
  const small = zip && row ? smallAreaRentsOf(mirror, zip, year, row.areaName) : undefined;
  const narrow =
    small &&
    answer.addLookup(small, { area: `ZIP ${zip}`, period: vintage, recordScope: 'HUD small area fair market rents' });
  const zipRent = narrow && rentIn(narrow.data, bedrooms);
  if (small && hasData(small) && zipRent !== undefined) cell('zip', `ZIP ${zip}`, zipRent, small.citation);
  const said = cells.map(({ area, lowUsd }) => `$${lowUsd.toLocaleString('en-US')} in ${area}`).join(', ');
  const stated = (value: number | undefined, note: string, citation: string | undefined) =>
    value === undefined ? undefined : { value, unit: 'USD per month', note, citation };
  return {
    cells,
    reading: ownReading({ id: fairRentsSection, tool: slug, title: 'Fair market rents' }, answer, {
      about: 'rents.hud',
      summary: said
        ? `HUD publishes for ${sizeWords(bedrooms)}, ${vintage}: ${said}.`
        : wide
          ? `HUD publishes no fair market rent for ${sizeWords(bedrooms)} there, ${vintage}.`
          : `HUD's fair market rents of ${vintage} were queried for ${county}; they gave no row.`,
      facts: {
        ofTheArea: stated(rent, wideArea, wide?.citation),
        ofTheZip: stated(zipRent, `ZIP ${zip}`, narrow?.citation),
      },
      limits,
    }),
  };
}

export const indexMirror = 'zillow-zori-zip';
/** The county of San Francisco, whose owners report rents. */
const reportingCounty = '06075';
/** Positions are the middle of a block. */
const radiusMeters = 150;

const dollars = (value: number) => `$${value.toLocaleString('en-US')}`;

/** Reported rents of the units around, where a city publishes them; undefined elsewhere. */
export async function readReported(
  { sources, subject }: BriefContext,
  { bedrooms, slug }: RentQuestion,
): Promise<RentPart | undefined> {
  if (subject.county?.fips !== reportingCounty) return undefined;
  const answer = new AnswerBuilder(subject);
  const lookup = await reportedRents(sources, subject, radiusMeters);
  const area = `${radiusMeters} m around the point`;
  const cited = answer.addLookup(lookup, { area, recordScope: 'rented units that owners reported' });
  const band = cited && middleBand(cited.data.bands, bedrooms);
  const head = { id: 'reported_rents', tool: slug, title: 'Rents that owners reported' };
  const about = 'rents.nearby';
  if (!band || !hasData(lookup)) {
    const summary = `No band of at least three reported units with ${sizeWords(bedrooms)} within ${area} could be told.`;
    return { cells: [], reading: ownReading(head, answer, { about, summary }) };
  }
  const { lowUsd, highUsd, unitCount } = band;
  const { citation } = cited;
  const words = highUsd === undefined ? `${dollars(lowUsd)} or more` : `${dollars(lowUsd)} to ${dollars(highUsd)}`;
  const cell = defined({
    level: 'unit_block' as const,
    area: `units within ${area}`,
    publisher: 'San Francisco Rent Board',
    measure: 'rent band of the middle unit, of running tenancies, as owners report it',
    ...{ lowUsd, highUsd, unitCount },
    vintage: `reports of ${lookup.data.year}`,
    isCounted: highUsd !== undefined,
    whyNotCounted: highUsd === undefined ? 'its band has no upper end' : undefined,
    citation: sectionCitation(lookup.citation),
  });
  return {
    cells: [cell],
    reading: ownReading(head, answer, {
      about,
      summary: `Of ${unitCount} units that owners reported in ${lookup.data.year} with ${sizeWords(bedrooms)} within ${area} the middle one is in the band ${words} a month.`,
      facts: {
        middleBand: { value: words, note: 'a month', citation },
        unitCount: { value: unitCount, unit: 'units', citation },
      },
    }),
  };
}

/** The rent index of a company for the ZIP, where the operator loaded it; it counts for nothing. Undefined elsewhere. */
export function readIndex(
  { mirror, subject }: BriefContext,
  { zip, slug }: { readonly zip: string | undefined; readonly slug: RentQuestion['slug'] },
): PartReading | undefined {
  if (zip === undefined || mirror.status(indexMirror).state === 'missing') return undefined;
  const answer = new AnswerBuilder(subject);
  const lookup = mirroredRows(rentIndexes, mirror.rows(indexMirror, { zip }));
  const cited = answer.addLookup(lookup, { area: `ZIP ${zip}`, recordScope: 'rent index of a company' });
  const [row] = cited?.data ?? [];
  const value = row && Math.round(row.rent);
  return ownReading({ id: 'rent_index', tool: slug, title: 'Rent index of a company' }, answer, {
    about: 'rents.published',
    summary:
      value === undefined
        ? `Zillow's index of asking rents has no value for ZIP ${zip}.`
        : `Zillow's index of asking rents is ${dollars(value)} for ZIP ${zip} in ${row?.month}, all sizes together.`,
    facts: cited &&
      value !== undefined && {
        index: { value, unit: 'USD per month', note: `${row?.month}, ZIP ${zip}`, citation: cited.citation },
      },
  });
}
