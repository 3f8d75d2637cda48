import type { PartReading } from '../../../answers/ask-tools.ts';
import { mirroredRows } from '../../../fields/mirrored.ts';
import { AnswerBuilder } from '../../../kernel/answer-builder.ts';
import { hasData } from '../../../kernel/lookup.ts';
import type { PointSubject } from '../../../kernel/subject.ts';
import { rentIndexes } from '../../../mirror/datasets/zillow-zori-zip.ts';
import { limitsOf } from '../../../rules/limits.ts';
import { nextChecks } from '../../../rules/next-checks.ts';
import { reportedRents } from '../../../sources/sf-rent-board-inventory/client.ts';
import type { BriefContext } from '../brief-route.ts';
import { sectionCitation } from '../compose/facts.ts';
import { middleBand, sizeWords } from './cells.ts';
import type { RentPart, RentQuestion } from './hud.ts';
import type { RentCell } from './schema.ts';

export const indexMirror = 'zillow-zori-zip';
/** The county of San Francisco, whose owners report rents. */
const reportingCounty = '06075';
/** Positions are the middle of a block. */
const radiusMeters = 150;

const dollars = (value: number) => `$${value.toLocaleString('en-US')}`;

/** Reported rents of the units around, where a city publishes them; undefined elsewhere. */
export async function readReported(
  { sources }: BriefContext,
  subject: PointSubject,
  { bedrooms, slug }: RentQuestion,
): Promise<RentPart | undefined> {
  if (subject.county?.fips !== reportingCounty) return undefined;
  const answer = new AnswerBuilder(subject);
  const lookup = await reportedRents(sources, subject, radiusMeters);
  const area = `${radiusMeters} m around the point`;
  const cited = answer.addLookup(lookup, { area, recordScope: 'rented units that owners reported' });
  const band = cited && middleBand(cited.data.bands, bedrooms);
  const words =
    band &&
    (band.highUsd === undefined
      ? `${dollars(band.lowUsd)} or more`
      : `${dollars(band.lowUsd)} to ${dollars(band.highUsd)}`);
  const cells: RentCell[] =
    band && hasData(lookup)
      ? [
          {
            level: 'unit_block',
            area: `units within ${area}`,
            publisher: 'San Francisco Rent Board',
            measure: 'rent band of the middle unit, of running tenancies, as owners report it',
            lowUsd: band.lowUsd,
            ...(band.highUsd !== undefined && { highUsd: band.highUsd }),
            unitCount: band.unitCount,
            vintage: `reports of ${lookup.data.year}`,
            isCounted: band.highUsd !== undefined,
            ...(band.highUsd === undefined && { whyNotCounted: 'its band has no upper end' }),
            citation: sectionCitation(lookup.citation),
          },
        ]
      : [];
  return {
    cells,
    reading: {
      id: 'reported_rents',
      tool: slug,
      title: 'Rents that owners reported',
      answer: answer.finish({
        summary: words
          ? `Of ${band?.unitCount} units that owners reported in ${cited?.data.year} with ${sizeWords(bedrooms)} within ${area} the middle one is in the band ${words} a month.`
          : `No band of at least three reported units with ${sizeWords(bedrooms)} within ${area} could be told.`,
        ...(cited &&
          words && {
            facts: {
              middleBand: { value: words, note: 'a month', citation: cited.citation },
              unitCount: { value: band.unitCount, unit: 'units', citation: cited.citation },
            },
          }),
        limits: limitsOf('rents.nearby'),
        verifyNext: nextChecks('rents.nearby'),
      }),
    },
  };
}

/** The rent index of a company for the ZIP, where the operator loaded it; it counts for nothing. Undefined elsewhere. */
export function readIndex(
  { mirror }: BriefContext,
  subject: PointSubject,
  { zip, slug }: { readonly zip: string | undefined; readonly slug: RentQuestion['slug'] },
): PartReading | undefined {
  if (zip === undefined || mirror.status(indexMirror).state === 'missing') return undefined;
  const answer = new AnswerBuilder(subject);
  const lookup = mirroredRows(rentIndexes, mirror.rows(indexMirror, { zip }));
  const cited = answer.addLookup(lookup, { area: `ZIP ${zip}`, recordScope: 'rent index of a company' });
  const [row] = cited?.data ?? [];
  const rent = row && Math.round(row.rent);
  const isTold = cited !== undefined && rent !== undefined;
  return {
    id: 'rent_index',
    tool: slug,
    title: 'Rent index of a company',
    answer: answer.finish({
      summary: isTold
        ? `Zillow's index of asking rents is ${dollars(rent)} for ZIP ${zip} in ${row?.month}, all sizes together.`
        : `Zillow's index of asking rents has no value for ZIP ${zip}.`,
      ...(isTold && {
        facts: {
          index: { value: rent, unit: 'USD per month', note: `${row?.month}, ZIP ${zip}`, citation: cited.citation },
        },
      }),
      limits: limitsOf('rents.published'),
    }),
  };
}
