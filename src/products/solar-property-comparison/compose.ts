import { defined } from '../../kernel/defined.ts';
import type { SectionCitation } from '../../reports/sections.ts';
import { limitsOf } from '../../rules/limits.ts';
import { SourceList } from '../shared/compose/ledger.ts';
import { type LicensedPart, licensedCaveat } from '../shared/licensed/licensed.ts';
import type { MatrixCell, MatrixRow } from '../shared/side-by-side.ts';
import { costModel, nextChecks, sourcesOf } from '../solar-property-screen/compose.ts';
import type { ScreenBody, ScreenDiagnostic } from '../solar-property-screen/schema.ts';
import type { ComparedResult, ComparisonBody, ComparisonDiagnostic } from './schema.ts';

export type Compared =
  | { readonly kind: 'screened'; readonly body: ScreenBody }
  | { readonly kind: 'diagnostic'; readonly diagnostic: ScreenDiagnostic; readonly reason?: 'not_asked' };

export const comparisonCaveats = limitsOf('solar-property-comparison');

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

const officialOf = ({ reference, price, arithmetic, tariffs, tariffsLeftOutCount }: ScreenBody | ScreenDiagnostic) =>
  defined({ reference, price, arithmetic, tariffs, tariffsLeftOutCount });

/** Parts of a result by name: where the matrix has them, and what they state, all of it out of one citation. */
const parts = {
  roof: ['Roof', (result: ComparedResult) => (result.state === 'screened' ? roofOf(result.roof) : undefined)],
  reference: [
    'Reference system',
    ({ reference }: ComparedResult) =>
      reference && { ...reference, solarRadiation: reference.solarRadiationKwhPerSquareMeterDay },
  ],
  price: ['Published price', ({ price }: ComparedResult) => price],
  arithmetic: ['Published price', ({ price, arithmetic }: ComparedResult) => price && { ...price, ...arithmetic }],
  tariffs: ['Tariffs', ({ tariffs: [first] = [] }: ComparedResult) => first && tariffOf(first)],
} as const;

const roofOf = ({ segments, leftOutCount = 0, ...roof }: ScreenBody['roof']) => ({
  ...roof,
  segments: segments.length + leftOutCount,
  largestSegment: segments[0]?.azimuthDegrees,
});

const tariffOf = ({ utility, name, citation }: NonNullable<ScreenBody['tariffs']>[number]) => ({
  first: `${utility}: ${name}`,
  citation,
});

/** What stands side by side: the part, its field, the label and the unit. */
const fields: readonly (readonly [part: keyof typeof parts, field: string, label: string, unit?: string])[] = [
  ['roof', 'imageryDate', 'Day of the imagery'],
  ['roof', 'imageryQuality', "Quality of the imagery, in the provider's word"],
  ['roof', 'roofAreaSquareMeters', 'Roof area', 'm²'],
  ['roof', 'segments', 'Roof planes'],
  ['roof', 'largestSegment', 'Largest plane faces, from north', 'degrees'],
  ['roof', 'maxPanelsCount', "Panels that the provider's model places"],
  ['roof', 'maxSunshineHoursPerYear', 'Sunshine at the sunniest point', 'h a year'],
  ['reference', 'acAnnualKwh', 'Modeled energy, typical year', 'kWh'],
  ['reference', 'solarRadiation', 'Sunlight on its panels', 'kWh/m² a day'],
  ['price', 'centsPerKilowattHour', 'Average residential price of the state', 'cents/kWh'],
  ['price', 'period', 'Month of the price'],
  ['arithmetic', 'productUsd', 'Energy times price, arithmetic alone', 'USD'],
  ['tariffs', 'first', 'First open tariff at the point'],
];

const missing = (result: ComparedResult, section: string) =>
  section === 'Roof' && result.state === 'diagnostic' ? result.message : 'Not published, or not read';

/** One row for each field that at least one of the three has. */
export const matrixOf = (results: readonly ComparedResult[]): MatrixRow[] =>
  fields.flatMap(([part, field, label, unit]) => {
    const [section, partOf] = parts[part];
    const cells = results.map((result): MatrixCell => {
      const stated: (Readonly<Record<string, unknown>> & { citation: SectionCitation }) | undefined = partOf(result);
      const value = stated?.[field];
      return stated && (typeof value === 'string' || typeof value === 'number')
        ? { value, citation: stated.citation }
        : { note: missing(result, section) };
    });
    return cells.some(({ value }) => value !== undefined)
      ? [{ section, field: `${part}.${field}`, label, ...(unit !== undefined && { unit }), cells }]
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
