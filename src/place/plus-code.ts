import type { GeoPoint } from '../kernel/subject.ts';

const digits = '23456789CFGHJMPQRVWX';
const base = 20;
/** Digits before the plus of a whole code. */
const whole = 8;
const pairs = 10;
const gridRows = 5;
const gridColumns = 4;
const code = /^([23456789CFGHJMPQRVWX]{2,8})\+([23456789CFGHJMPQRVWX]{2,5})(?:$|[\s,](.*)$)/i;

export interface PlusCode {
  readonly code: string;
  /** Fewer than eight digits before the plus: the code counts from the place beside it. */
  readonly isShort: boolean;
  readonly beside: string;
}

/** A plus code at the front of a text, of at least ten digits once it is whole (14 m), and the words behind it. */
export function plusCodeIn(text: string): PlusCode | undefined {
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
