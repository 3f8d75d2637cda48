import type { GeoPoint } from '../kernel/subject.ts';

export interface Coordinates extends GeoPoint {
  /** Decimal places of the coarser of the two; degrees, minutes and seconds count as four. */
  readonly decimals: number;
}

const part =
  /([NSEW])?\s?([+-]?\d{1,3}(?:\.\d{1,15})?)\s?(?:(?:°|º|deg(?:rees)?\b)\s?(?:(\d{1,2}(?:\.\d{1,6})?)\s?['′’]\s?)?(?:(\d{1,2}(?:\.\d{1,6})?)\s?(?:["″”]|'')\s?)?)?([NSEW])?/giu;
const label = /\b(?:lat(?:itude)?|lon(?:g(?:itude)?)?|lng|coord(?:inate)?s|gps|at)\b\.?\s?[:=]?/gi;
const longitudeFirst = /^\W*(?:lon(?:g(?:itude)?)?|lng)\b/i;

interface Angle {
  readonly value: number;
  readonly wind: string;
  readonly decimals: number;
}

function angleOf([, before, degrees = '', minutes, seconds, after]: RegExpMatchArray): Angle {
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
export function coordinatesIn(text: string): Coordinates | undefined {
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
