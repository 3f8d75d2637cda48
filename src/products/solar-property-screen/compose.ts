import type { Component } from '../../kernel/answer.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { RoofEvidence } from '../../kernel/ports/providers.ts';
import type { Subject } from '../../kernel/subject.ts';
import type { SectionCitation } from '../../reports/sections.ts';
import { limitsOf } from '../../rules/limits.ts';
import { sourceCard } from '../../sources/cards.ts';
import { type ReferenceEnergy, referenceSystem } from '../../sources/nlr-pvwatts/client.ts';
import type { Tariff } from '../../sources/openei-urdb/client.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { SourceList } from '../shared/compose/ledger.ts';
import { type LicensedPart, licensedCaveat, licensedCitation } from '../shared/licensed/licensed.ts';
import { inOrder } from '../shared/sold-body.ts';
import type { Official, RoofFound, SolarTerms, StatePrice } from './gather.ts';
import type { ScreenBody, ScreenDiagnostic, ScreenReason } from './schema.ts';

const eiaCard = sourceCard('eia-retail-sales');
const pvwattsCard = sourceCard('nlr-pvwatts');
const urdbCard = sourceCard('openei-urdb');

export const screenCaveats = limitsOf('solar-property-screen');

export const costModel = {
  downstreamProviderCostUsd: 0.12,
  signerProvider: 'service_policy_signer',
  signatureUnitCostUsd: 0.1,
  maximumSignatures: 2,
  maximumSignatureCostUsd: 0.2,
  pricingBasis: 'pay_as_you_go_after_free_allowance',
  freeAllowanceExcluded: true,
} as const;

const shownTariffs = 6;
const shownSegments = 12;

type OfficialFields = Pick<ScreenBody, 'reference' | 'price' | 'arithmetic' | 'tariffs' | 'tariffsLeftOutCount'>;

/** The state of a lookup, with its reason where it is not whole. */
export function stateOf(lookup: Lookup<unknown>): Component {
  const reason = 'reason' in lookup ? lookup.reason : undefined;
  return { state: lookup.state, ...(reason !== undefined && { reason }) };
}

function referenceOf(lookup: Lookup<ReferenceEnergy>, systemKw: number): ScreenBody['reference'] {
  if (!hasData(lookup)) return undefined;
  const { azimuthDegrees, tiltDegrees, lossesPercent } = referenceSystem;
  const { acMonthlyKwh, weather, ...energy } = lookup.data;
  return {
    ...{ systemKw, azimuthDegrees, tiltDegrees, lossesPercent },
    ...energy,
    acMonthlyKwh: [...acMonthlyKwh],
    ...(weather && { weather }),
    citation: sectionCitation(lookup.citation),
  };
}

function priceOf(lookup: Lookup<StatePrice>): ScreenBody['price'] {
  if (!hasData(lookup)) return undefined;
  const { centsPerKilowattHour, state, zip, period } = lookup.data;
  return {
    ...{ centsPerKilowattHour, state, zip, period },
    basis: 'average_residential_price_of_the_state',
    citation: sectionCitation(lookup.citation),
  };
}

const tariffOf =
  (citation: SectionCitation) =>
  ({ label, fixedCharge, recordUrl, isDefault: _default, ...tariff }: Tariff) => ({
    ...tariff,
    ...(fixedCharge && { fixedCharge: { amountUsd: fixedCharge.amount, unit: fixedCharge.unit } }),
    citation: { ...citation, recordId: label, ...(recordUrl && { recordUrl }) },
  });

/** What is official about a place in the form in which it is published. Pure. */
export function officialFieldsOf({ reference, price, tariffs }: Official, { systemKw }: SolarTerms): OfficialFields {
  const energy = referenceOf(reference, systemKw);
  const cost = priceOf(price);
  const open = hasData(tariffs) ? tariffs.data : undefined;
  const cited = hasData(tariffs) ? sectionCitation(tariffs.citation) : undefined;
  const leftOut = (open?.length ?? 0) - shownTariffs;
  return defined({
    reference: energy,
    price: cost,
    arithmetic:
      energy && cost
        ? {
            acAnnualKwh: energy.acAnnualKwh,
            centsPerKilowattHour: cost.centsPerKilowattHour,
            productUsd: Math.round(energy.acAnnualKwh * cost.centsPerKilowattHour) / 100,
          }
        : undefined,
    tariffs: open && cited ? open.slice(0, shownTariffs).map(tariffOf(cited)) : undefined,
    tariffsLeftOutCount: leftOut > 0 ? leftOut : undefined,
  });
}

export function roofOf(roof: RoofEvidence, citation: SectionCitation): ScreenBody['roof'] {
  const { center: _center, postalCode: _zip, segments, ...rest } = roof;
  const largest = segments.toSorted((a, b) => b.areaSquareMeters - a.areaSquareMeters);
  const leftOut = segments.length - shownSegments;
  return {
    ...rest,
    segments: largest.slice(0, shownSegments).map((segment) => ({ ...segment })),
    ...(leftOut > 0 && { leftOutCount: leftOut }),
    citation,
  };
}

export function solarSubject(subject: Subject, parcelId?: string): ScreenDiagnostic['subject'] {
  const { input, resolved, latitude, longitude, precision, zip } = subject;
  return defined({ address: input, resolved, latitude, longitude, precision, zip, parcelId });
}

const steps = [
  { action: 'See the model of the reference system with other figures', with: 'PVWatts', url: pvwattsCard.landingUrl },
  { action: 'Read the tariff and its terms for power that is fed back', with: 'utility' },
  { action: 'Have roof, wiring and permits looked at before anything is ordered', with: 'licensed installer' },
];
export const nextChecks = inOrder(steps);

/** Every source that the fields of a body cite, and what for. */
export function sourcesOf(fields: OfficialFields & { readonly roof?: ScreenBody['roof'] }): ScreenBody['sources'] {
  const list = new SourceList();
  const { roof, reference, price, tariffs = [] } = fields;
  if (roof) list.add(roof.citation, 'Roof');
  if (reference) list.add(reference.citation, 'Reference system');
  if (price) list.add(price.citation, 'Published price');
  for (const { citation } of tariffs) list.add(citation, 'Open tariffs');
  return list.all();
}

/** What is official, in one sentence. */
export function officialWords({ reference, price }: OfficialFields): string {
  const energy = reference
    ? `A reference system of ${reference.systemKw} kW is modeled at ${reference.acAnnualKwh.toLocaleString('en-US')} kWh a year`
    : 'No energy of a reference system could be read';
  const cost = price
    ? `homes in ${price.state} paid ${price.centsPerKilowattHour} cents per kWh in ${price.period}`
    : 'no published price could be read';
  return `${energy}; ${cost}.`;
}

export interface ScreenMaterial {
  readonly now: Date;
  readonly subject: Subject;
  readonly terms: SolarTerms;
  readonly official: Official;
  readonly licensed: readonly LicensedPart[];
}

const componentsOf = ({ reference, price, tariffs }: Official) => ({
  reference: stateOf(reference),
  price: stateOf(price),
  tariffs: stateOf(tariffs),
});

/** The roof that was bought and matched beside what is official. Pure. */
export function composeScreen(
  { now, subject, terms, official, licensed }: ScreenMaterial,
  found: Extract<RoofFound, { state: 'found' }>,
): ScreenBody {
  const { match, parcelId } = found;
  if (!match.matched) throw new Error('a roof that is not the one of the address is never sold');
  const { matched: _matched, ...roofMatch } = match;
  const roof = roofOf(found.roof, licensedCitation(found.citation));
  const fields = officialFieldsOf(official, terms);
  const place = subject.resolved ?? subject.input;
  const { length } = found.roof.segments;
  const components = { roof: { state: 'found' as const }, ...componentsOf(official) };
  const isWhole = Object.values(components).every(({ state }) => state === 'found' || state === 'empty');
  return {
    kind: 'solar_property_screen',
    charged: true,
    generatedAt: now.toISOString(),
    priceUsdc: '0.49',
    costModel,
    summary: `${place}: room for ${roof.maxPanelsCount} panels on ${length} roof ${length === 1 ? 'plane' : 'planes'} of ${roof.roofAreaSquareMeters} m² in the provider's model, imagery ${roof.imageryDate ?? 'without a date'}. ${officialWords(fields)}`,
    subject: { ...solarSubject(subject, parcelId), roofMatch },
    roof,
    ...fields,
    components,
    licensed: [...licensed],
    nextChecks,
    caveats: [...screenCaveats, licensedCaveat],
    sources: sourcesOf({ ...fields, roof }),
    composeStatus: isWhole ? 'ok' : 'degraded',
  };
}

const messages: Readonly<Record<ScreenReason, string>> = {
  address_unresolved:
    'the address was not matched to one point with that ZIP, and a roof is bought for an exact point only',
  provider_not_configured:
    'this service has no provider of roof evidence configured, so no roof can be had here; what is official about the place is below, free',
  reference_unavailable: 'the energy of the reference system could not be read, and no roof was bought without it',
  roof_evidence_missing: 'the provider has no building at this point',
  roof_evidence_mismatched: 'the building that the provider answered with is not taken for the one of this address',
};

/** Why nothing is sold, with what is official about the place where it was read. Pure. */
export function composeScreenDiagnostic(
  { subject, terms, official, licensed }: Omit<ScreenMaterial, 'now' | 'official'> & { readonly official?: Official },
  reason: ScreenReason,
  why?: string,
): ScreenDiagnostic {
  const fields = official ? officialFieldsOf(official, terms) : {};
  return {
    kind: 'solar_property_screen_diagnostic',
    charged: false,
    reason,
    message: `Not charged: ${messages[reason]}${why === undefined ? '' : `: ${why}`}.`,
    subject: solarSubject(subject),
    ...fields,
    components: official ? componentsOf(official) : {},
    licensed: [...licensed],
    nextChecks: inOrder([
      ...steps,
      { action: 'See the published prices', with: eiaCard.publisher, url: eiaCard.landingUrl },
      { action: 'See the tariffs', with: urdbCard.publisher, url: urdbCard.datasetUrl },
    ]),
    caveats: [...screenCaveats],
    sources: sourcesOf(fields),
  };
}
