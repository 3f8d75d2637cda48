import { isPointSubject } from '../../kernel/subject.ts';
import { duplicatesAmong } from '../shared/side-by-side.ts';
import { composeThree, composeThreeDiagnostic } from './compose.ts';
import {
  answeredOf,
  buyThree,
  gatherThree,
  type PropertyMaterial,
  placesIn,
  subjectOf,
  type ThreeContext,
} from './gather.ts';
import type { ThreePropertyBody, ThreePropertyDiagnostic } from './schema.ts';

/** Official components that must have answered for each of the three. */
const leastComponents = 8;

type DiagnosticSubject = Parameters<typeof composeThreeDiagnostic>[1][number];

/** Why the three cannot be compared by where they are; undefined where they can. */
export async function refusedBefore(
  ctx: ThreeContext,
  addresses: readonly string[],
): Promise<ThreePropertyDiagnostic | undefined> {
  const places = await placesIn(ctx, addresses);
  const entries = places.map((resolved): DiagnosticSubject => {
    const subject = subjectOf(resolved);
    return 'point' in resolved
      ? { state: 'resolved', subject }
      : { state: 'unresolved', subject, reason: resolved.problem.message };
  });
  if (entries.some(({ state }) => state === 'unresolved')) return composeThreeDiagnostic('unresolved_subject', entries);
  return withDuplicates(
    entries,
    entries.map(({ subject }) => ({ point: isPointSubject(subject) ? subject : undefined })),
  );
}

function withDuplicates(
  entries: readonly DiagnosticSubject[],
  subjects: Parameters<typeof duplicatesAmong>[0],
): ThreePropertyDiagnostic | undefined {
  const duplicates = duplicatesAmong(subjects);
  if (duplicates.length === 0) return undefined;
  return composeThreeDiagnostic(
    'duplicate_subjects',
    entries.map((entry, at) => {
      const twin = duplicates.find(({ position }) => position === at + 1);
      return twin ? { ...entry, state: 'duplicate', reason: `the same property as entry ${twin.of}` } : entry;
    }),
  );
}

/** Why what was read of the three is not worth the price; undefined where it is. Nothing is bought before this. */
export function thinOf(materials: readonly PropertyMaterial[]): ThreePropertyDiagnostic | undefined {
  const entries = materials.map((one): DiagnosticSubject => {
    const { subject, established, problem } = one;
    const parcelId = established.parcel?.parcelId;
    const known = { subject, answeredCount: answeredOf(one), ...(parcelId !== undefined && { parcelId }) };
    if (problem) return { ...known, state: 'parcel_not_established', reason: problem.message };
    return { ...known, state: answeredOf(one) < leastComponents ? 'thin' : 'established' };
  });
  if (entries.some(({ state }) => state === 'parcel_not_established'))
    return composeThreeDiagnostic('parcel_not_established', entries);
  const twins = withDuplicates(
    entries,
    materials.map(({ subject, established }) => ({
      point: isPointSubject(subject) ? subject : undefined,
      parcelId: established.parcel?.parcelId,
    })),
  );
  if (twins) return twins;
  return entries.some(({ state }) => state === 'thin')
    ? composeThreeDiagnostic('too_few_components', entries)
    : undefined;
}

/** Official records first; what is licensed is bought once they are worth the price. Throws ServiceError with an `ext_*` code. */
export async function compareThree(
  ctx: ThreeContext,
  addresses: readonly string[],
): Promise<{ readonly body: ThreePropertyBody } | { readonly diagnostic: ThreePropertyDiagnostic }> {
  const refused = await refusedBefore(ctx, addresses);
  if (refused) return { diagnostic: refused };
  const materials = await gatherThree(ctx, addresses);
  const thin = thinOf(materials);
  if (thin) return { diagnostic: thin };
  const licensed = await buyThree(ctx, materials);
  return { body: composeThree(ctx, materials, licensed) };
}
