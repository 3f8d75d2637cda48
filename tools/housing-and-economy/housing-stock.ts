import { z } from 'zod';
import type { ToolContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { legendOf } from '../../src/fields/legends.ts';
import { emptyInOneCodeSet } from '../../src/geography/by-county.ts';
import { answerOf, fact } from '../../src/kernel/answer.ts';
import type { AnswerBuilder, SearchExtent } from '../../src/kernel/answer-builder.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import { hasData } from '../../src/kernel/lookup.ts';
import { isPointSubject, type PointSubject } from '../../src/kernel/subject.ts';
import { newestYearOf } from '../../src/mirror/queries/parts.ts';
import { type Estimates, housingEstimates, mirroredEstimates } from '../../src/sources/census-acs/client.ts';
import { geographiesAt, geographyIn } from '../../src/sources/census-geocoder/client.ts';

const dataset = 'census-acs-housing';

const estimate = fact(z.number()).describe('Estimate; the note states its margin of error, or that the class is open');
const shares = z.strictObject({ citation: z.string(), unit: z.string() }).catchall(z.number());

type Groups = Readonly<Record<string, readonly number[]>>;
const structures: Groups = {
  singleDetached: [2],
  singleAttached: [3],
  twoToFour: [4, 5],
  fiveToNineteen: [6, 7],
  twentyOrMore: [8, 9],
  mobileHomeBoatOrOther: [10, 11],
};
const decades: Groups = {
  since2020: [2],
  from2010to2019: [3],
  from2000to2009: [4],
  from1980to1999: [5, 6],
  from1960to1979: [7, 8],
  before1960: [9, 10, 11],
};

/** Sums of lines of one table; undefined where a line has no estimate. */
function sums(data: Estimates, table: string, groups: Groups) {
  const out: Record<string, number> = {};
  for (const [name, numbers] of Object.entries(groups)) {
    const values = numbers.map((number) => data.get(`${table}_${String(number).padStart(3, '0')}`)?.value);
    if (values.includes(undefined)) return undefined;
    out[name] = values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
  }
  return out;
}

const lines = {
  population: ['B01003_001', 'residents'],
  households: ['B11001_001', 'households'],
  medianHouseholdIncome: ['B19013_001', 'USD per year'],
  housingUnits: ['B25001_001', 'units'],
  occupied: ['B25002_002', 'units'],
  vacant: ['B25002_003', 'units'],
  ownerOccupied: ['B25003_002', 'units'],
  renterOccupied: ['B25003_003', 'units'],
  medianYearBuilt: ['B25035_001', undefined],
  medianHomeValue: ['B25077_001', 'USD'],
  medianGrossRent: ['B25064_001', 'USD per month'],
  medianRealEstateTaxes: ['B25103_001', 'USD per year'],
} as const;

/** The Bureau writes a median in an open class as one dollar beyond its bound. */
const openClasses = Object.fromEntries(
  (['B19013_001', 'B25077_001', 'B25103_001'] as const).map((line) => [line, legendOf('census-acs', line)]),
);

/** Renter households that pay 30 % of their income or more, of those for which the share was computed. */
function burdenedRenters(data: Estimates, citation: string) {
  const found = sums(data, 'B25070', { all: [1], notComputed: [11], paying: [7, 8, 9, 10] });
  if (!found) return undefined;
  const { all = 0, notComputed = 0, paying: value } = found;
  return {
    value,
    unit: 'households',
    citation,
    note: `of ${(all - notComputed).toLocaleString('en-US')} for which it was computed`,
  };
}

/** Census tract of a point; where it is not known, the answer says why. */
async function tractAt({ sources }: ToolContext<'area'>, point: PointSubject, answer: AnswerBuilder) {
  const found = await geographiesAt(sources, point);
  const tract = hasData(found) ? geographyIn(found.data, /^(\d{4} )?census tracts$/i)?.geoid : undefined;
  if (!tract) {
    const missing = hasData(found) ? missingTract(found.citation.sourceName) : found;
    answer.addLookup(missing, { area: 'the point', recordScope: 'census tract' });
  }
  return tract;
}

function viewLines(data: Estimates, citation: string) {
  const entries = Object.entries(lines).flatMap(([name, [line, unit]]) => {
    const found = data.get(line);
    if (!found) return [];
    const { value, marginOfError } = found;
    const margin = marginOfError === undefined ? undefined : `± ${marginOfError.toLocaleString('en-US')}`;
    return [[name, { value, unit, citation, note: openClasses[line]?.[value] ?? margin }]];
  });
  return Object.fromEntries(entries);
}

/** Why no estimates are shown; only the survey itself can say that it has none. */
function missWords(live: Lookup<unknown>, last: Lookup<unknown>, area: string): string {
  if (live.state === 'empty') return `The American Community Survey has no housing estimates for ${area}.`;
  if (live.state === 'unavailable' && last.state === 'empty')
    return `The American Community Survey could not be read for ${area}, and the loaded copy of its tables has no row for it.`;
  return live.state === 'unresolved'
    ? `The American Community Survey lists ${area} under other county codes; name one of the candidates.`
    : `The American Community Survey could not be read for ${area}.`;
}

export default defineTool({
  title: 'Housing stock and income of the area',
  summary:
    'Housing, people and household income of the census tract: tenure, vacancy, age, median value, rent, taxes (ACS).',
  whenToUse:
    'What housing is around this address (age, size, owned or rented), how many people, and what is the median income?',
  notFor: 'Not a property value, not a rent estimate for a unit, and no race, origin, age or family of people.',
  scope: 'national',
  subject: 'area',
  sources: ['census-acs', 'census-geocoder'],
  mirrors: [dataset],
  essential: [['census-acs', dataset]],
  fallbacks: ['svc_fair_market_rents'],
  examples: [{ title: 'Tract of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: answerOf({
    area: fact(z.string()),
    ...Object.fromEntries(Object.keys(lines).map((name) => [name, estimate.optional()])),
    rentersPaying30PercentOrMore: fact(z.number())
      .optional()
      .describe('Renter households whose gross rent is 30 % of their income or more'),
    unitsInStructure: shares.optional().describe('Units by size of their building'),
    yearBuilt: shares.optional().describe('Units by decade of construction'),
  }),
  paid: oneCentTerms(['housing', 'census', 'ACS']),
  async run(ctx) {
    const { subject, answer } = ctx;
    const tract = isPointSubject(subject) ? await tractAt(ctx, subject, answer) : undefined;
    const geoid = tract ?? subject.county?.fips;
    if (!geoid) {
      if (!isPointSubject(subject))
        answer.addLookup(missingTract('census tract of the place'), { area: subject.input });
      return answer.finish({
        summary: 'Neither census tract nor county of the place is known, so the survey was not queried.',
      });
    }
    const area = tract ? `census tract ${tract}` : `${subject.county?.name ?? 'county'} (${geoid})`;
    const queried = await housingEstimates(ctx.sources, geoid, newestYearOf(ctx.mirror, dataset));
    const live = tract ? queried : emptyInOneCodeSet(subject, queried);
    const { cited, lookup } = answer.addLiveOrMirror(extentIn(area), live, () => mirroredEstimates(ctx.mirror, geoid));
    if (!cited) return answer.finish({ summary: missWords(live, lookup, area) });
    const { data, citation } = cited;
    const groups = (table: string, of: Groups) => {
      const found = sums(data, table, of);
      return found && { ...found, unit: 'units', citation };
    };
    const { sourceDate = 'five years' } = hasData(lookup) ? lookup.citation : {};
    const units = data.get('B25001_001')?.value;
    const year = data.get('B25035_001')?.value;
    return answer.finish({
      summary: `The American Community Survey (${sourceDate}) estimates ${units === undefined ? 'housing' : `${units.toLocaleString('en-US')} housing units`} in ${area}${year === undefined ? '' : `, median year built ${year}`}.`,
      facts: {
        area: { value: area, citation },
        ...viewLines(data, citation),
        rentersPaying30PercentOrMore: burdenedRenters(data, citation),
        unitsInStructure: groups('B25024', structures),
        yearBuilt: groups('B25034', decades),
      },
    });
  },
});

const missingTract = (source: string) =>
  ({ state: 'unresolved', source, reason: 'the census tract of the place is not known' }) as const;

/** What was searched: the area, and the years of the edition that answered. */
const extentIn =
  (area: string) =>
  (lookup: Lookup<unknown>): SearchExtent => ({
    area,
    period: hasData(lookup) ? lookup.citation.sourceDate : undefined,
  });
