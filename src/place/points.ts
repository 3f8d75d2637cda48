import { findState } from '../geography/us-states.ts';
import type { Searched } from '../kernel/answer.ts';
import { hasData } from '../kernel/lookup.ts';
import type { PlaceQuery, Resolution } from '../kernel/ports/place.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import type { GeoPoint, Subject } from '../kernel/subject.ts';
import { geographiesAt, geographyIn } from '../sources/census-geocoder/client.ts';
import { resolveArea } from './area.ts';
import { countyCode, sameGround } from './counties.ts';
import { countiesNear, lineMeters } from './embedded/polygons.ts';
import { parsePlace } from './parse.ts';
import { countyPair, pointSubject, unresolvedSubject, withDoubts } from './subjects.ts';

const digits = '23456789CFGHJMPQRVWX';
const base = 20;
/** Digits before the plus of a whole code. */
const whole = 8;
const pairs = 10;
const gridRows = 5;
const gridColumns = 4;
const code = /^([23456789CFGHJMPQRVWX]{2,8})\+([23456789CFGHJMPQRVWX]{2,5})(?:$|[\s,](.*)$)/i;

interface PlusCode {
  readonly code: string;
  /** Fewer than eight digits before the plus: the code counts from the place beside it. */
  readonly isShort: boolean;
  readonly beside: string;
}

/** A plus code at the front of a text, of at least ten digits once it is whole (14 m), and the words behind it. */
function plusCodeIn(text: string): PlusCode | undefined {
  const [, before, behind, beside = ''] = code.exec(text.trim()) ?? [];
  if (!before || !behind || before.length % 2 === 1) return undefined;
  return {
    code: `${before}+${behind}`.toUpperCase(),
    isShort: before.length < whole,
    beside: beside.replace(/^[\s,]{1,9}/, ''),
  };
}

const placeOf = (digit: string | undefined) => digits.indexOf(digit ?? '');

/** The center of the area of a whole code (Open Location Code 1.0). */
export function decodePlusCode(full: string): GeoPoint {
  const plain = full.replace('+', '');
  let [south, west, height, width] = [-90, -180, base * base, base * base];
  for (let at = 0; at < Math.min(plain.length, pairs); at += 2) {
    height /= base;
    width /= base;
    south += placeOf(plain[at]) * height;
    west += placeOf(plain[at + 1]) * width;
  }
  for (const digit of plain.slice(pairs)) {
    height /= gridRows;
    width /= gridColumns;
    south += Math.floor(placeOf(digit) / gridColumns) * height;
    west += (placeOf(digit) % gridColumns) * width;
  }
  return { latitude: Number((south + height / 2).toFixed(6)), longitude: Number((west + width / 2).toFixed(6)) };
}

function encodePairs({ latitude, longitude }: GeoPoint): string {
  let [north, east] = [latitude + 90, longitude + 180];
  let text = '';
  for (let size = base; text.length < whole; size /= base) {
    const [row, column] = [Math.floor(north / size), Math.floor(east / size)];
    text += `${digits[row]}${digits[column]}`;
    north -= row * size;
    east -= column * size;
  }
  return text;
}

/** The center of the area of a short code that is nearest to a place. */
export function recoverPlusCode(short: string, near: GeoPoint): GeoPoint {
  const missing = whole - short.indexOf('+');
  const size = base ** (2 - missing / 2);
  const { latitude, longitude } = decodePlusCode(encodePairs(near).slice(0, missing) + short);
  const nearest = (value: number, to: number) => value + size * Math.round((to - value) / size);
  return {
    latitude: Number(nearest(latitude, near.latitude).toFixed(6)),
    longitude: Number(nearest(longitude, near.longitude).toFixed(6)),
  };
}

interface Coordinates extends GeoPoint {
  /** Decimal places of the coarser of the two; degrees, minutes and seconds count as four. */
  readonly decimals: number;
}

const part =
  /([NSEW])?\s?([+-]?\d{1,3}(?:\.\d{1,15})?)\s?(?:(?:°|º|deg(?:rees)?\b)\s?(?:(\d{1,2}(?:\.\d{1,6})?)\s?['′’]\s?)?(?:(\d{1,2}(?:\.\d{1,6})?)\s?(?:["″”]|'')\s?)?)?([NSEW])?/giu;
const label = /\b(?:lat(?:itude)?|lon(?:g(?:itude)?)?|lng|coord(?:inate)?s|gps|at)\b\.?\s?[:=]?/gi;
const longitudeFirst = /^\W*(?:lon(?:g(?:itude)?)?|lng)\b/i;

function angleOf([, before, degrees = '', minutes, seconds, after]: RegExpMatchArray) {
  const wind = (before ?? after ?? '').toUpperCase();
  const size = Math.abs(Number(degrees)) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600;
  const isNegative = degrees.startsWith('-') || wind === 'S' || wind === 'W';
  const decimals = minutes === undefined ? (degrees.split('.')[1]?.length ?? 0) : 4;
  return { value: isNegative ? -size : size, wind, decimals };
}

/**
 * The point of a text that consists of latitude and longitude: decimal degrees with at least one decimal place, or degrees
 * and minutes, with or without brackets, names and compass letters. Latitude first unless the text says otherwise.
 */
function coordinatesIn(text: string): Coordinates | undefined {
  if (text.length > 120) return undefined;
  const plain = text.replace(label, ' ').trim();
  const matches = [...plain.matchAll(part)];
  const left = matches.reduce((rest, [found]) => rest.replace(found, ' '), plain);
  if (matches.length !== 2 || /[^\s,;/()[\]{}|]/.test(left)) return undefined;
  const [one, other] = matches.map(angleOf);
  if (!one || !other || one.decimals === 0 || other.decimals === 0) return undefined;
  const isSwapped = /[EW]/.test(one.wind) || /[NS]/.test(other.wind) || longitudeFirst.test(text);
  const [latitude, longitude] = isSwapped ? [other, one] : [one, other];
  return {
    latitude: Number(latitude.value.toFixed(7)),
    longitude: Number(longitude.value.toFixed(7)),
    decimals: Math.min(one.decimals, other.decimals),
  };
}

interface Spot extends GeoPoint {
  /** Decimal places, where they were written in a text. */
  readonly decimals?: number;
}

/** The point of a query: its coordinates, or the coordinates or plus code that its text consists of. */
export function spotOf({ latitude, longitude }: PlaceQuery, text: string | undefined): Spot | undefined {
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude };
  const plain = (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim();
  return plusCodePoint(plain) ?? coordinatesIn(plain);
}

function plusCodePoint(text: string): GeoPoint | undefined {
  const found = plusCodeIn(text);
  if (!found) return undefined;
  if (!found.isShort) return decodePlusCode(found.code);
  const near = found.beside === '' ? undefined : resolveArea(text, parsePlace(found.beside));
  const { latitude, longitude } = near?.state === 'resolved' ? near.subject : {};
  return latitude === undefined || longitude === undefined
    ? undefined
    : recoverPlusCode(found.code, { latitude, longitude });
}

const outside =
  'The coordinates lie in no county of the United States or its territories (order is latitude, then longitude).';

/** Coordinates abroad that lie at home in the other order, or with the sign of the west. */
function otherwise(input: string, { latitude, longitude }: GeoPoint): Resolution {
  const turned = [
    { latitude: longitude, longitude: latitude },
    { latitude, longitude: -Math.abs(longitude) },
    { latitude: longitude, longitude: -Math.abs(latitude) },
  ].filter((point) => Math.abs(point.latitude) <= 90);
  const candidates = turned.flatMap((point) => {
    const county = pointSubject(input, point)?.county;
    return county ? [{ label: `${point.latitude}, ${point.longitude} (${county.name})`, ...point }] : [];
  });
  const [first] = candidates.slice(0, 1);
  if (!first) return { state: 'unresolved', subject: unresolvedSubject(input), reason: outside, searched: [] };
  const reason = `${outside} They seem to be swapped or to lack the minus of the west: ${first.label} may be meant.`;
  return { state: 'unresolved', subject: unresolvedSubject(input, [first]), reason, searched: [] };
}

type Placed = Pick<Resolution, 'subject' | 'searched'>;

/** The county by the geocoder's own geographies near a line; else the outline's, with the doubt. */
async function nearLine(subject: Subject, point: GeoPoint, sources: SourceAccess): Promise<Placed> {
  const near = countiesNear(point, lineMeters).filter(
    (fips) => subject.county && !sameGround(fips, subject.county.fips),
  );
  if (near.length === 0 || !subject.county) return { subject, searched: [] };
  const lookup = await geographiesAt(sources, point);
  const fips = hasData(lookup) ? geographyIn(lookup.data, /^Counties$/i)?.geoid : undefined;
  const county = fips === undefined ? undefined : countyCode(fips);
  if (county && hasData(lookup)) {
    const state = findState(county.fips.slice(0, 2));
    const home = state && { stateCode: state.code, stateFips: state.fips };
    const { citation } = lookup;
    const placed = { ...subject, ...home, ...countyPair(county.fips, point), countyCandidates: [], citation };
    return { subject: placed, searched: [] };
  }
  const others = near.flatMap((code) => countyCode(code) ?? []);
  const doubt = `The point is within ${lineMeters} m of ${others.map(({ name }) => name).join(' and ')}; that it lies in ${subject.county.name} is by simplified outlines of 2017 alone.`;
  const source = 'citation' in lookup ? lookup.citation.sourceName : lookup.source;
  const missed: Searched = {
    source,
    area: 'the point',
    recordScope: 'county',
    state: hasData(lookup) ? 'empty' : lookup.state,
    ...('reason' in lookup && { reason: lookup.reason }),
  };
  const doubted = withDoubts({ ...subject, countyCandidates: [subject.county, ...others] }, [doubt]);
  return { subject: doubted, searched: [missed] };
}

const coarseness: Readonly<Record<number, string>> = { 1: '6 km', 2: '600 m' };

/** Coordinates as a subject; unresolved outside of every county. */
export async function resolvePoint(text: string | undefined, spot: Spot, sources: SourceAccess): Promise<Resolution> {
  const point = { latitude: spot.latitude, longitude: spot.longitude };
  const input = text ?? `${point.latitude}, ${point.longitude}`;
  const subject = pointSubject(input, point);
  if (!subject) return otherwise(input, point);
  const coarse = coarseness[spot.decimals ?? 9];
  const doubts = coarse
    ? [`Coordinates with so few decimal places may lie ${coarse} from what is meant; four places name a house.`]
    : [];
  const { subject: placed, searched } = await nearLine(subject, point, sources);
  return { state: 'resolved', subject: withDoubts(placed, doubts), searched };
}
