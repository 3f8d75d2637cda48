import type { SectionCitation } from '../../reports/sections.ts';
import { SourceList } from '../shared/compose/sources.ts';
import { type LicensedPart, licensedCaveat } from '../shared/licensed/licensed.ts';
import type { MatrixCell, MatrixRow } from '../shared/side-by-side.ts';
import { costModel, nextChecks, screenCaveats, sourcesOf } from '../solar-property-screen/compose.ts';
import type { ScreenBody, ScreenDiagnostic } from '../solar-property-screen/schema.ts';
import type { Compared } from './compared.ts';
import type { ComparedResult, ComparisonBody, ComparisonDiagnostic } from './schema.ts';

export const comparisonCaveats = [
  ...screenCaveats,
  'The three stand in the order in which they were given: none is ranked, scored or preferred. Their roofs are modeled from imagery of different days, and where a cell is empty the reason stands in it.',
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

type Stated = { readonly value: string | number | undefined; readonly citation: SectionCitation | undefined };
type Field = Pick<MatrixRow, 'section' | 'field' | 'label' | 'unit'> & { of(result: ComparedResult): Stated };

const roofField = (
  field: keyof Omit<ScreenBody['roof'], 'segments' | 'citation'>,
  label: string,
  unit?: string,
): Field => ({
  ...{ section: 'Roof', field: `roof.${field}`, label, unit },
  of: (result) => ({
    value: result.state === 'screened' ? result.roof[field] : undefined,
    citation: result.state === 'screened' ? result.roof.citation : undefined,
  }),
});

const fields: readonly Field[] = [
  roofField('imageryDate', 'Day of the imagery'),
  roofField('imageryQuality', "Quality of the imagery, in the provider's word"),
  roofField('roofAreaSquareMeters', 'Roof area', 'm²'),
  {
    ...{ section: 'Roof', field: 'roof.segments', label: 'Roof planes' },
    of: (result) =>
      result.state === 'screened'
        ? { value: result.roof.segments.length + (result.roof.leftOutCount ?? 0), citation: result.roof.citation }
        : { value: undefined, citation: undefined },
  },
  {
    ...{ section: 'Roof', field: 'roof.largestSegment', label: 'Largest plane faces, from north', unit: 'degrees' },
    of: (result) =>
      result.state === 'screened'
        ? { value: result.roof.segments[0]?.azimuthDegrees, citation: result.roof.citation }
        : { value: undefined, citation: undefined },
  },
  roofField('maxPanelsCount', "Panels that the provider's model places"),
  roofField('maxSunshineHoursPerYear', 'Sunshine at the sunniest point', 'h a year'),
  {
    ...{
      section: 'Reference system',
      field: 'reference.acAnnualKwh',
      label: 'Modeled energy, typical year',
      unit: 'kWh',
    },
    of: ({ reference }) => ({ value: reference?.acAnnualKwh, citation: reference?.citation }),
  },
  {
    ...{
      section: 'Reference system',
      field: 'reference.solarRadiation',
      label: 'Sunlight on its panels',
      unit: 'kWh/m² a day',
    },
    of: ({ reference }) => ({ value: reference?.solarRadiationKwhPerSquareMeterDay, citation: reference?.citation }),
  },
  {
    ...{
      section: 'Published price',
      field: 'price.centsPerKilowattHour',
      label: 'Average residential price of the state',
      unit: 'cents/kWh',
    },
    of: ({ price }) => ({ value: price?.centsPerKilowattHour, citation: price?.citation }),
  },
  {
    ...{ section: 'Published price', field: 'price.period', label: 'Month of the price' },
    of: ({ price }) => ({ value: price?.period, citation: price?.citation }),
  },
  {
    ...{
      section: 'Published price',
      field: 'arithmetic.productUsd',
      label: 'Energy times price, arithmetic alone',
      unit: 'USD',
    },
    of: ({ arithmetic, price }) => ({ value: arithmetic?.productUsd, citation: price?.citation }),
  },
  {
    ...{ section: 'Tariffs', field: 'tariffs.first', label: 'First open tariff at the point' },
    of: ({ tariffs }) => ({
      value: tariffs?.[0] && `${tariffs[0].utility}: ${tariffs[0].name}`,
      citation: tariffs?.[0]?.citation,
    }),
  },
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
