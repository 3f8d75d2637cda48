import { streetWords } from './street.ts';

const winds = 'N|S|E|W|NORTH|SOUTH|EAST|WEST';
const kinds =
  'ST|STREET|AVE|AVENUE|RD|ROAD|DR|DRIVE|BLVD|BOULEVARD|LN|LANE|CT|COURT|PL|PLACE|TER|TERRACE|PKWY|PARKWAY|CIR|CIRCLE|SQ|SQUARE|WAY|HWY';
const isWind = new RegExp(`^(?:${winds})\\.?$`);
const isKind = new RegExp(`^(?:${kinds})\\.?$`);

/** Whether a text names a street line by house number (or a range that holds it), by street alone, or not. */
export function streetNamed(text: string, line: string | undefined): 'address' | 'street' | undefined {
  const [number = '', ...rest] = streetWords(line);
  const house = /^\d+$/.test(number) ? Number(number) : undefined;
  const words = (house === undefined ? [number, ...rest] : rest).filter((word) => !isWind.test(word));
  const kinded = words.length > 1 && isKind.test(words.at(-1) ?? '');
  const name = (kinded ? words.slice(0, -1) : words).join(' ').replace(/[^A-Z0-9 ]/g, '');
  if (name.length < 3) return undefined;
  // "LaSalle Bank" is no street: where the line has a kind of street, the text must have one too
  const street = `(?:(?:${winds}) +)?\\b${name}${kinded ? ` +(?:${kinds})` : ''}\\b`;
  const plain = text.toUpperCase().replace(/[^A-Z0-9 -]/g, '');
  const named = [...plain.matchAll(new RegExp(`(?:(\\d+)(?:-(\\d+))? +)?${street}`, 'g'))];
  if (named.length === 0) return undefined;
  const holds = named.some(([, from, to]) => {
    if (house === undefined || from === undefined) return false;
    return Number(from) <= house && house <= Number(to ?? from);
  });
  return holds ? 'address' : 'street';
}
