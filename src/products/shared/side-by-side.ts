import { z } from 'zod';
import { distanceMeters } from '../../geometry/geo.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { SectionCitationSchema } from '../../reports/sections.ts';
import { eachOnce } from './addresses.ts';

export const threeOf = 3;

/** Exactly three addresses, no two of which are the same text in another spelling. */
export const threeAddresses = (one: z.ZodType<string, string>) =>
  z
    .array(one)
    .length(threeOf)
    .superRefine(eachOnce((first) => `is the same address as entry ${first + 1}; give three different ones`))
    .describe('Exactly three different addresses; the answer keeps their order');

/** Points nearer to each other than this are taken for one property. */
export const samePropertyMeters = 15;

/** A subject as duplicates are reported by: its point, and its parcel where that is known. */
export interface Told {
  readonly point?: GeoPoint | undefined;
  readonly parcelId?: string | undefined;
}

/** Positions (from 1) of subjects that are the same property as an earlier one, each with that one's. */
export function duplicatesAmong(
  subjects: readonly Told[],
): readonly { readonly position: number; readonly of: number }[] {
  return subjects.flatMap((subject, at) => {
    const of = subjects.slice(0, at).findIndex((earlier) => isSame(subject, earlier));
    return of < 0 ? [] : [{ position: at + 1, of: of + 1 }];
  });
}

function isSame(a: Told, b: Told): boolean {
  if (a.parcelId !== undefined && a.parcelId === b.parcelId) return true;
  return a.point !== undefined && b.point !== undefined && distanceMeters(a.point, b.point) < samePropertyMeters;
}

/** One cell: what a source states of one property, or why nothing is there. */
export const CellSchema = z.strictObject({
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  note: z.string().optional().describe('Where there is no value: why; else what its publisher adds'),
  citation: SectionCitationSchema.optional().describe('Of the value; absent where there is none'),
});
export type MatrixCell = z.infer<typeof CellSchema>;

/** One row: the same field of the three properties, in the order in which they were given. */
export const MatrixRowSchema = z.strictObject({
  section: z.string(),
  field: z.string(),
  label: z.string(),
  unit: z.string().optional(),
  cells: z.array(CellSchema).length(threeOf),
});
export type MatrixRow = z.infer<typeof MatrixRowSchema>;
