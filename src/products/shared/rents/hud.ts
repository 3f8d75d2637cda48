import type { PartReading } from '../../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../../kernel/answer-builder.ts';
import { hasData } from '../../../kernel/lookup.ts';
import type { PointSubject } from '../../../kernel/subject.ts';
import { displayName } from '../../../kernel/text.ts';
import type { RouteName } from '../../../kernel/tool-names.ts';
import { fairRentsOf, fiscalYearOf, type Rents, smallAreaRentsOf } from '../../../mirror/queries/fair-rents.ts';
import { nextChecks } from '../../../rules/next-checks.ts';
import type { BriefContext } from '../brief-route.ts';
import { sectionCitation } from '../compose/facts.ts';
import { sizeWords } from './cells.ts';
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
  { mirror, now }: BriefContext,
  subject: PointSubject,
  { bedrooms, slug, zip, town }: RentQuestion & { readonly zip?: string; readonly town?: string },
): RentPart {
  const year = fiscalYearOf(now);
  const answer = new AnswerBuilder(subject);
  const vintage = `fiscal year ${year}`;
  const county = subject.county?.name ?? 'the county';
  const queried = fairRentsOf(mirror, subject, year);
  const wide = answer.addLookup(queried, { area: county, period: vintage, recordScope: 'HUD fair market rents' });
  const row = wide && rowOfPlace(wide.data.rows, town);
  const rent = row && rentIn(row, bedrooms);
  const common = { publisher, vintage, isCounted: true };
  const cells: RentCell[] = [];
  const wideArea = displayName(row?.town ?? county) ?? county;
  if (rent !== undefined && hasData(queried)) {
    const level = row?.town ? ('town' as const) : ('county' as const);
    const citation = sectionCitation(queried.citation);
    cells.push({ ...common, level, area: wideArea, measure, lowUsd: rent, highUsd: rent, citation });
  }
  const small = zip && row ? smallAreaRentsOf(mirror, zip, year, row.areaName) : undefined;
  const narrow =
    small &&
    answer.addLookup(small, { area: `ZIP ${zip}`, period: vintage, recordScope: 'HUD small area fair market rents' });
  const zipRent = narrow && rentIn(narrow.data, bedrooms);
  if (zip && small && hasData(small) && zipRent !== undefined) {
    const citation = sectionCitation(small.citation);
    cells.push({ ...common, level: 'zip', area: `ZIP ${zip}`, measure, lowUsd: zipRent, highUsd: zipRent, citation });
  }
  const said = cells.map(({ area, lowUsd }) => `$${lowUsd.toLocaleString('en-US')} in ${area}`).join(', ');
  return {
    cells,
    reading: {
      id: fairRentsSection,
      tool: slug,
      title: 'Fair market rents',
      answer: answer.finish({
        summary: said
          ? `HUD publishes for ${sizeWords(bedrooms)}, ${vintage}: ${said}.`
          : wide
            ? `HUD publishes no fair market rent for ${sizeWords(bedrooms)} there, ${vintage}.`
            : `HUD's fair market rents of ${vintage} were queried for ${county}; they gave no row.`,
        facts: {
          ...(wide &&
            rent !== undefined && {
              ofTheArea: { value: rent, unit: 'USD per month', note: wideArea, citation: wide.citation },
            }),
          ...(narrow &&
            zipRent !== undefined && {
              ofTheZip: { value: zipRent, unit: 'USD per month', note: `ZIP ${zip}`, citation: narrow.citation },
            }),
        },
        limits,
        verifyNext: nextChecks('rents.hud'),
      }),
    },
  };
}
