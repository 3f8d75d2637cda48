import { z } from 'zod';

/** Words of a caller, without the spaces around them. */
export const words = (min: number, max: number) => z.string().trim().min(min).max(max);

/** A whole number within bounds. */
export const whole = (min: number, max: number) => z.int().min(min).max(max);

/** At least one of the values, as a list. */
export const someOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.array(z.enum(values)).min(1).max(values.length);

/** Argument fields that many tools share: one wording, one set of bounds. */
export const address = words(3, 240).describe(
  'US street address exactly as the user gave it, for example "222 W Hargett St, Raleigh, NC 27601"',
);

export const place = words(2, 240).describe(
  'US place exactly as the user gave it: street address, ZIP, "City, ST", county or state',
);

export const latitude = z
  .number()
  .min(-90)
  .max(90)
  .describe('WGS84 latitude; together with longitude it skips geocoding');
export const longitude = z
  .number()
  .min(-180)
  .max(180)
  .describe('WGS84 longitude; together with latitude it skips geocoding');

export const state = z
  .string()
  .trim()
  .regex(/^([A-Za-z]{2}|\d{2})$/, 'a two-letter state code such as NC, or a 2-digit FIPS code such as 37')
  .describe('State: two-letter code such as NC');

export const editionYear = whole(1950, 2100);

export const county = words(2, 60).describe('County name such as Wake');
export const countyFips3 = z
  .string()
  .trim()
  .regex(/^\d{3}$/, 'a 3-digit county FIPS code such as 183')
  .describe('3-digit county FIPS code such as 183');
export const stateFips = z
  .string()
  .trim()
  .regex(/^\d{2}$/, 'a 2-digit state FIPS code such as 37')
  .describe('2-digit state FIPS code such as 37');
export const zip = z
  .string()
  .trim()
  .regex(/^\d{5}$/, 'a five-digit ZIP code such as 27601')
  .describe('Five-digit ZIP code');

/** A search radius in meters with a stated default and ceiling. */
export function radiusMeters(fallback: number, max: number) {
  return z
    .number()
    .positive()
    .max(max)
    .default(fallback)
    .describe(`Search radius in meters; default ${fallback}, at most ${max}`);
}

/** Calendar date, YYYY-MM-DD. */
export const isoDate = z.iso.date().describe('Date, YYYY-MM-DD');

/** Ways to ask: each entry lists fields that together are one complete way. */
export type Ways = readonly (readonly string[])[];

/**
 * Strict object whose either/or rule is a refinement with a message that names the fields,
 * so that the published schema has no unions. Half a pair (latitude without longitude) is refused too.
 */
export function inputObject<S extends z.ZodRawShape>(shape: S, ways?: Ways) {
  const object = z.strictObject(shape);
  if (!ways) return object;
  const wording = ways.map((fields) => fields.join(' and ')).join(', or ');
  return object.superRefine((input, ctx) => {
    const given = (field: string) => (input as Record<string, unknown>)[field] !== undefined;
    if (!ways.some((fields) => fields.every(given))) {
      ctx.addIssue({ code: 'custom', path: [], message: `give ${wording}` });
    } else if (given('latitude') !== given('longitude')) {
      ctx.addIssue({
        code: 'custom',
        path: [given('latitude') ? 'longitude' : 'latitude'],
        message: 'latitude and longitude go together',
      });
    }
  });
}

/** The common case: an address, or a point. */
const addressOrPoint: Ways = [['address'], ['latitude', 'longitude']];

/**
 * The usual input of a question about a place: an address, or latitude and longitude together, and what else is given.
 * `otherWays` name the place by other fields of the shape (state and county).
 */
export function atAddress<S extends z.ZodRawShape>(shape: S, otherWays: Ways = []) {
  return inputObject(
    { address: address.optional(), latitude: latitude.optional(), longitude: longitude.optional(), ...shape },
    [...addressOrPoint, ...otherWays],
  );
}

/** The place of such a call as it was given, for the parts of a composite: they resolve it to the same subject. */
export function placeOf(input: {
  readonly address?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}): Readonly<Record<string, unknown>> {
  const { address: text, latitude: lat, longitude: lon } = input;
  return {
    ...(text !== undefined && { address: text }),
    ...(lat !== undefined && lon !== undefined && { latitude: lat, longitude: lon }),
  };
}
