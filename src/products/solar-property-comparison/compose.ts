import type { SectionCitation } from '../../reports/sections.ts';
import { SourceList } from '../shared/compose/sources.ts';
import { type LicensedPart, licensedCaveat } from '../shared/licensed/licensed.ts';
import type { MatrixCell, MatrixRow } from '../shared/side-by-side.ts';
import { costModel, nextChecks, screenCaveats, sourcesOf } from '../solar-property-screen/compose.ts';
import type { ScreenBody, ScreenDiagnostic } from '../solar-property-screen/schema.ts';
import type { ComparedResult, ComparisonBody, ComparisonDiagnostic } from './schema.ts';

/** One property of the comparison, as far as it was looked at. */
export type Compared =
  | { readonly kind: 'screened'; readonly body: ScreenBody }
  | { readonly kind: 'diagnostic'; readonly diagnostic: ScreenDiagnostic; readonly reason?: 'not_asked' };

export const comparisonCaveats = [
  ...screenCaveats,
  'The three stand in the order in which they were given: none is ranked, scored or preferred. Their roofs are modeled from imagery of different days, and where a cell is empty the reason is in it.',
] as const;

type NotScreened = Extract<ComparedResult, { state: 'diagnostic' }>;

function resultOf(one: Compared, at: number): ComparedResult {
  const position = at + 1;
  if (one.kind === 'diagnostic') return notScreened(one, position);
  const { subject, roof } = one.body;
  return { position, state: 'screened', subject, roof, ...officialOf(one.body) };
}

function notScreened({ diagnostic, reason }: Extract<Compared, { kind: 'diagnostic' }>, position: number): NotScreened {
  const message = reason === 'not_asked' ? 'No roof was bought for this property.' : diagnostic.message;
  return {
    ...{ position, message },
    state: 'diagnostic',
    reason: reason ?? diagnostic.reason,
    subject: diagnostic.subject,
    ...officialOf(diagnostic),
  };
}

function officialOf({ reference, price, arithmetic, tariffs, tariffsLeftOutCount }: ScreenBody | ScreenDiagnostic) {
  return {
    ...(reference && { reference }),
    ...(price && { price }),
    ...(arithmetic && { arithmetic }),
    ...(tariffs && { tariffs }),
    ...(tariffsLeftOutCount !== undefined && { tariffsLeftOutCount }),
  };
}

type Value = string | number | undefined;
interface Field extends Pick<MatrixRow, 'section' | 'field' | 'label' | 'unit'> {
  of(result: ComparedResult): { readonly value: Value; readonly citation: SectionCitation | undefined };
}

/** Fields of one part of a result, which has the citation of all of them. */
const partOf =
  <Part extends { readonly citation: SectionCitation }>(
    section: string,
    part: (result: ComparedResult) => Part | undefined,
  ) =>
  (field: string, label: string, value: (part: Part, result: ComparedResult) => Value, unit?: string): Field => ({
    ...{ section, field, label, unit },
    of: (result) => {
      const own = part(result);
      return { value: own && value(own, result), citation: own?.citation };
    },
  });

const roof = partOf('Roof', (result) => (result.state === 'screened' ? result.roof : undefined));
const reference = partOf('Reference system', (result) => result.reference);
const price = partOf('Published price', (result) => result.price);
const tariff = partOf('Tariffs', ({ tariffs }) => tariffs?.[0]);

const fields: readonly Field[] = [
  roof('roof.imageryDate', 'Day of the imagery', ({ imageryDate }) => imageryDate),
  roof('roof.imageryQuality', "Quality of the imagery, in the provider's word", ({ imageryQuality }) => imageryQuality),
  roof('roof.roofAreaSquareMeters', 'Roof area', ({ roofAreaSquareMeters }) => roofAreaSquareMeters, 'm²'),
  roof('roof.segments', 'Roof planes', ({ segments, leftOutCount = 0 }) => segments.length + leftOutCount),
  roof(
    'roof.largestSegment',
    'Largest plane faces, from north',
    ({ segments }) => segments[0]?.azimuthDegrees,
    'degrees',
  ),
  roof('roof.maxPanelsCount', "Panels that the provider's model places", ({ maxPanelsCount }) => maxPanelsCount),
  roof(
    'roof.maxSunshineHoursPerYear',
    'Sunshine at the sunniest point',
    ({ maxSunshineHoursPerYear }) => maxSunshineHoursPerYear,
    'h a year',
  ),
  reference('reference.acAnnualKwh', 'Modeled energy, typical year', ({ acAnnualKwh }) => acAnnualKwh, 'kWh'),
  reference(
    'reference.solarRadiation',
    'Sunlight on its panels',
    ({ solarRadiationKwhPerSquareMeterDay }) => solarRadiationKwhPerSquareMeterDay,
    'kWh/m² a day',
  ),
  price(
    'price.centsPerKilowattHour',
    'Average residential price of the state',
    ({ centsPerKilowattHour }) => centsPerKilowattHour,
    'cents/kWh',
  ),
  price('price.period', 'Month of the price', ({ period }) => period),
  price(
    'arithmetic.productUsd',
    'Energy times price, arithmetic alone',
    (_price, { arithmetic }) => arithmetic?.productUsd,
    'USD',
  ),
  tariff('tariffs.first', 'First open tariff at the point', ({ utility, name }) => `${utility}: ${name}`),
];

const missing = (result: ComparedResult, section: string) =>
  section === 'Roof' && result.state === 'diagnostic' ? result.message : 'Not published, or not read';

function cellOf(result: ComparedResult, { section, of }: Field): MatrixCell {
  const { value, citation } = of(result);
  return value === undefined || !citation ? { note: missing(result, section) } : { value, citation };
}

/** One row for each field that at least one of the three has. */
export const matrixOf = (results: readonly ComparedResult[]): MatrixRow[] =>
  fields.flatMap((one) => {
    const cells = results.map((result) => cellOf(result, one));
    const { section, field, label, unit } = one;
    return cells.some(({ value }) => value !== undefined)
      ? [{ section, field, label, ...(unit !== undefined && { unit }), cells }]
      : [];
  });

function allSources(results: readonly ComparedResult[]): ComparisonBody['sources'] {
  const list = new SourceList();
  for (const result of results)
    for (const { citation, usedFor } of sourcesOf(result)) for (const use of usedFor) list.add(citation, use);
  return list.all();
}

/** The three side by side, two of them at least with a roof of their own. Pure. */
export function composeComparison(
  now: Date,
  compared: readonly Compared[],
  licensed: readonly LicensedPart[],
): ComparisonBody {
  const results = compared.map(resultOf);
  const screened = results.filter(({ state }) => state === 'screened');
  const isWhole = compared.every((one) => one.kind === 'screened' && one.body.composeStatus === 'ok');
  const size = results.find(({ reference }) => reference)?.reference?.systemKw;
  return {
    kind: 'solar_property_comparison',
    charged: true,
    generatedAt: now.toISOString(),
    priceUsdc: '1.09',
    costModel: { ...costModel, downstreamProviderCostUsd: 0.36, maximumSignatures: 4, maximumSignatureCostUsd: 0.4 },
    summary: `Three properties in the order in which they were given: ${screened.length} of them with a roof model that is of their own building, beside the same reference system${size === undefined ? '' : ` of ${size} kW`}, the published price and the open tariffs of each place. Nothing is ranked.`,
    results,
    matrix: matrixOf(results),
    licensed: [...licensed],
    nextChecks,
    caveats: [...comparisonCaveats, licensedCaveat],
    sources: allSources(results),
    composeStatus: isWhole ? 'ok' : 'degraded',
  };
}

const messages: Readonly<Record<ComparisonDiagnostic['reason'], string>> = {
  duplicate_subjects: 'two of the addresses are the same property',
  provider_not_configured:
    'this service has no provider of roof evidence configured; svc-solar-property-screen answers each place with what is official about it, free',
  fewer_than_two_attributable: 'fewer than two of the properties have a roof model that is of their own building',
};

/** Why nothing is sold, with what is known of each property. Pure. */
export function composeComparisonDiagnostic(
  reason: ComparisonDiagnostic['reason'],
  compared: readonly Compared[],
  more: {
    readonly duplicates?: readonly { readonly position: number; readonly of: number }[];
    readonly licensed?: readonly LicensedPart[];
  } = {},
): ComparisonDiagnostic {
  const { duplicates = [], licensed = [] } = more;
  const results = compared.map((one, at): NotScreened => {
    const twin = duplicates.find(({ position }) => position === at + 1);
    const base = one.kind === 'diagnostic' ? notScreened(one, at + 1) : attributable(one.body, at + 1);
    return twin
      ? { ...base, reason: 'duplicate_subject', message: `The same property as entry ${twin.of}; nothing was bought.` }
      : base;
  });
  return {
    kind: 'solar_property_comparison_diagnostic',
    charged: false,
    reason,
    message: `Not charged: ${messages[reason]}.`,
    results,
    licensed: [...licensed],
    nextChecks,
    caveats: [...comparisonCaveats],
    sources: allSources(results),
  };
}

/** The one property that alone had a roof: what was bought for it is not handed out for nothing. */
function attributable(body: ScreenBody, position: number): NotScreened {
  const { roofMatch: _match, ...subject } = body.subject;
  return {
    position,
    state: 'diagnostic',
    reason: 'not_asked',
    message: 'A roof model of this property was found; alone it is not sold as a comparison.',
    subject,
    ...officialOf(body),
  };
}
