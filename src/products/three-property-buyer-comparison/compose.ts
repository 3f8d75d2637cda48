import type { Component } from '../../kernel/answer.ts';
import { defined } from '../../kernel/defined.ts';
import type { ProvidersPort } from '../../kernel/ports/providers.ts';
import type { Subject } from '../../kernel/subject.ts';
import { limitsOf } from '../../rules/limits.ts';
import { nextChecks } from '../../rules/next-checks.ts';
import { factsOf } from '../shared/compose/facts.ts';
import { SourceList } from '../shared/compose/ledger.ts';
import {
  costModelOf,
  type Licensed,
  type LicensedPart,
  licensedCaveat,
  licensedParts,
} from '../shared/licensed/licensed.ts';
import { type MatrixRow, threeOf } from '../shared/side-by-side.ts';
import { inOrder, soldSubject } from '../shared/sold-body.ts';
import { answeredOf, licensedWanted, type PropertyMaterial } from './gather.ts';
import { matrixOf } from './matrix.ts';
import type { ThreePropertyBody, ThreePropertyDiagnostic } from './schema.ts';

export const threePropertyCaveats = limitsOf('three-property-buyer-comparison');

type SubjectEntry = ThreePropertyBody['subjects'][number];

function componentsOf({ readings }: PropertyMaterial): Record<string, Component> {
  return Object.fromEntries(
    readings.map(({ id, answer }) => {
      const reason = answer.searched.find(
        (entry) => entry.reason !== undefined && entry.state === answer.state,
      )?.reason;
      return [id, { state: answer.state, ...(reason !== undefined && { reason }) }];
    }),
  );
}

function subjectEntry(material: PropertyMaterial, licensed: LicensedPart[], at: number): SubjectEntry {
  const { subject, established } = material;
  const { parcel } = established;
  if (!parcel) throw new Error('a property without an established parcel is never sold');
  const { parcelId, siteAddress } = parcel;
  const [reading] = material.readings;
  const stated = reading && factsOf(reading.answer, reading.tool).facts.find(({ value }) => value === parcelId);
  if (!stated) throw new Error('an established parcel without its record');
  return {
    position: at + 1,
    subject: soldSubject(subject),
    parcel: defined({ parcelId, siteAddress, citation: stated.citation }),
    answeredCount: answeredOf(material),
    components: componentsOf(material),
    licensed,
  };
}

function sourcesOf(matrix: readonly MatrixRow[]): ThreePropertyBody['sources'] {
  const list = new SourceList();
  for (const { section, cells } of matrix) for (const { citation } of cells) if (citation) list.add(citation, section);
  return list.all();
}

const configured = (providers: ProvidersPort, component: (typeof licensedWanted)[number]) => ({
  state: providers.offered(component) ? ('configured' as const) : ('not_configured' as const),
});

/** Three established properties side by side. Pure. */
export function composeThree(
  { now, providers }: { readonly now: Date; readonly providers: ProvidersPort },
  materials: readonly PropertyMaterial[],
  licensed: readonly Licensed[],
): ThreePropertyBody {
  const { matrix, leftOutCount } = matrixOf(materials, licensed);
  const hasLicensed = licensedWanted.some((component) => providers.offered(component));
  const failed = materials.some(({ readings }) => readings.some(({ answer }) => answer.state === 'unavailable'));
  return {
    kind: 'three_property_buyer_comparison',
    charged: true,
    generatedAt: now.toISOString(),
    priceUsdc: '2.49',
    costModel: costModelOf(providers, licensedWanted, threeOf),
    summary: `Three properties in the order in which they were given: ${matrix.length} published fields side by side, from ${materials.map(answeredOf).join(', ')} official components that answered${hasLicensed ? ', and licensed records of each' : '; no licensed provider is configured'}. Nothing is ranked.`,
    subjects: materials.map((one, at) => subjectEntry(one, licensedParts(providers, licensedWanted, licensed[at]), at)),
    components: {
      propertyRecord: configured(providers, 'property_record'),
      listing: configured(providers, 'sale_listing'),
      rentReference: configured(providers, 'rent_reference'),
    },
    matrix,
    ...(leftOutCount > 0 && { leftOutCount }),
    nextChecks: inOrder(nextChecks('three-property-buyer-comparison')),
    caveats: [...threePropertyCaveats, ...(hasLicensed ? [rentCaveat, listingCaveat, licensedCaveat] : [])],
    sources: sourcesOf(matrix),
    composeStatus: failed ? 'degraded' : 'ok',
  };
}

const rentCaveat =
  "The modeled rent is the provider's own figure, repeated as it gave it: no rent that anybody pays, and no opinion of this service.";
const listingCaveat = 'Where the provider returned no listing, this does not show that there is none.';

const messages: Readonly<Record<ThreePropertyDiagnostic['reason'], string>> = {
  unresolved_subject: 'not all three addresses were matched to a point',
  duplicate_subjects: 'two of the addresses are the same property',
  parcel_not_established: 'not all three stand on a tax parcel whose own address is the one requested',
  too_few_components: 'not enough official components answered for each of the three',
};

type DiagnosticSubject = Omit<ThreePropertyDiagnostic['subjects'][number], 'position' | 'subject'> & {
  readonly subject: Subject;
};

/** Why nothing is sold; nothing was bought. Pure. */
export function composeThreeDiagnostic(
  reason: ThreePropertyDiagnostic['reason'],
  subjects: readonly DiagnosticSubject[],
): ThreePropertyDiagnostic {
  return {
    kind: 'three_property_diagnostic',
    charged: false,
    reason,
    message: `Not charged, and nothing was bought: ${messages[reason]}.`,
    subjects: subjects.map(({ subject, ...entry }, at) => ({
      position: at + 1,
      ...entry,
      subject: soldSubject(subject),
    })),
    nextChecks: inOrder(nextChecks('three-property-buyer-comparison.diagnostic')),
    caveats: [...threePropertyCaveats],
  };
}
