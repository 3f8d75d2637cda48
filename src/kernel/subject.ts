import { z } from 'zod';
import type { Citation } from './citation.ts';

/**
 * How well the place is known.
 * - `point`: coordinates given by the caller.
 * - `rooftop`: the house's own point out of an official layer of address points.
 * - `address`: an official geocoder's match, interpolated along the street; never a rooftop or a parcel.
 * - `area`: known to its ZIP, place, county or state only; its coordinates are a centroid and never used as a point.
 * - `unknown`: not resolved.
 */
export const precisions = ['point', 'rooftop', 'address', 'area', 'unknown'] as const;
export type Precision = (typeof precisions)[number];

export const areaKinds = ['zip', 'place', 'county', 'state'] as const;
export type AreaKind = (typeof areaKinds)[number];

export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** One county code with the vintage of the list it belongs to. */
export interface CountyCode {
  /** 5-digit state and county FIPS code. */
  readonly fips: string;
  readonly vintage: CountyVintage;
  readonly name: string;
}

/** Connecticut's counties were replaced by planning regions in 2022; sources switch at different years. */
export const countyVintages = ['counties', 'ct-planning-regions-2022'] as const;
export type CountyVintage = (typeof countyVintages)[number];

export interface Candidate {
  readonly label: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly countyFips?: string;
}

/** A place as far as it could be pinned down. Absent fields are unknown. */
export interface Subject {
  /** What the caller gave, verbatim. */
  readonly input: string;
  readonly resolved?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly precision: Precision;
  readonly areaKind?: AreaKind;
  readonly stateCode?: string;
  readonly stateFips?: string;
  readonly county?: CountyCode;
  /** The same county in the other vintages (Connecticut). */
  readonly countyAlternates: readonly CountyCode[];
  /**
   * Codes of another vintage that the county's ground is spread over, where it is known to the county only: a source that
   * lists those says nothing about this county as a whole. Absent where there are none, or an alternate is known.
   */
  readonly countyOverlaps?: readonly CountyCode[];
  /** Counties that the signals split over, most likely first; empty where they agree. */
  readonly countyCandidates: readonly CountyCode[];
  readonly zip?: string;
  readonly placeName?: string;
  readonly streetLine?: string;
  /** Apartment or suite of the address, as the caller wrote it: the subject itself is the building. */
  readonly unit?: string;
  /** Choices to put to the caller where the input is ambiguous. */
  readonly candidates: readonly Candidate[];
  readonly citation?: Citation;
  /** What the caller should know of how the place was taken, in sentences: they are limits of every answer about it. */
  readonly doubts?: readonly string[];
}

export type PointSubject = Subject & GeoPoint & { readonly precision: 'point' | MatchedPrecision };

type MatchedPrecision = 'rooftop' | 'address';

/** Whether an address was matched, on its house or along its street: its street line is known. */
export const isMatchedAddress = <S extends Subject>(
  subject: S,
): subject is S & { readonly precision: MatchedPrecision } =>
  subject.precision === 'address' || subject.precision === 'rooftop';

export function isPointSubject(subject: Subject): subject is PointSubject {
  return (
    (subject.precision === 'point' || isMatchedAddress(subject)) &&
    subject.latitude !== undefined &&
    subject.longitude !== undefined
  );
}

export const SubjectViewSchema = z
  .strictObject({
    input: z.string(),
    resolved: z.string().optional(),
    latitude: z.number().optional(),
    longitude: z.number().optional(),
    precision: z.enum(precisions),
    areaKind: z.enum(areaKinds).optional(),
    state: z.string().optional(),
    zip: z.string().optional(),
    countyFips: z.string().optional(),
    countyName: z.string().optional(),
    countyFipsVintage: z.enum(countyVintages).optional(),
    countyAlternates: z
      .array(z.strictObject({ fips: z.string(), vintage: z.enum(countyVintages), name: z.string() }))
      .optional(),
    jurisdictionId: z.string().optional(),
    candidates: z
      .array(
        z.strictObject({
          label: z.string(),
          latitude: z.number().optional(),
          longitude: z.number().optional(),
          countyFips: z.string().optional(),
        }),
      )
      .optional(),
    resolvedBy: z.string().optional().describe('Citation key of the source that resolved the place'),
  })
  .meta({ id: 'Subject' });

export type SubjectView = z.infer<typeof SubjectViewSchema>;

const sameText = (a: string, b: string) =>
  a.toUpperCase().replace(/[^A-Z0-9]+/g, '') === b.toUpperCase().replace(/[^A-Z0-9]+/g, '');

/** The published form of a subject. `resolved` is left out where it is the input in another spelling. */
export function viewSubject(subject: Subject): SubjectView {
  const counties = new Map(
    [...subject.countyCandidates, ...(subject.countyOverlaps ?? [])].map((county) => [county.fips, county.name]),
  );
  const candidates = [
    ...subject.candidates,
    ...[...counties].map(([fips, name]) => ({ label: name, countyFips: fips })),
  ];
  return {
    input: subject.input,
    ...(subject.resolved !== undefined && !sameText(subject.resolved, subject.input) && { resolved: subject.resolved }),
    ...(subject.latitude !== undefined && { latitude: subject.latitude }),
    ...(subject.longitude !== undefined && { longitude: subject.longitude }),
    precision: subject.precision,
    ...(subject.areaKind && { areaKind: subject.areaKind }),
    ...(subject.stateCode && { state: subject.stateCode }),
    ...(subject.zip && { zip: subject.zip }),
    ...(subject.county && {
      countyFips: subject.county.fips,
      countyName: subject.county.name,
      countyFipsVintage: subject.county.vintage,
    }),
    ...(subject.countyAlternates.length > 0 && { countyAlternates: [...subject.countyAlternates] }),
    ...(candidates.length > 0 && { candidates }),
  };
}
