import { loadRedactor } from '../privacy/redact.ts';
import type { Span } from '../privacy/spans.ts';

/** What a product note must not carry, by what it looks like. */
const patterns: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['a wallet or transaction', /\b0x[0-9a-f]{40,}\b/i],
  [
    'a wallet or transaction',
    /(?<![A-Za-z0-9])(?=[1-9A-HJ-NP-Za-km-z]*\d)(?=[1-9A-HJ-NP-Za-km-z]*[A-Z])[1-9A-HJ-NP-Za-km-z]{32,88}(?![A-Za-z0-9])/,
  ],
  ['a proof or credential', /[A-Za-z0-9+/_-]{80,}={0,2}/],
  [
    'a street address',
    /\b\d{1,6}[a-z]? (?:[nsew]\.? )?(?:[\w'.-]{1,30} ){1,4}?(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|ct|court|hwy|highway|pkwy|parkway|pl|ter|terrace|cir|circle)\b/i,
  ],
  [
    'a place',
    /\b[A-Z][a-z]+(?: [A-Z][a-z]+)*,\s*(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|I[ADL]|K[SY]|LA|M[ADINOST]|N[CDEHJMVY]|OH|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])\b/,
  ],
  ['a ZIP code', /\bzip(?: code)?[\s:]{0,4}\d{5}\b/i],
  ['a ZIP code', /\b[A-Z]{2} \d{5}(?:-\d{4})?\b/],
  ['coordinates', /\d{1,2}\.\d{3,20}[\s,;/]{1,4}-?\d{1,3}\.\d{3}/],
];

const kinds: Readonly<Partial<Record<Span['kind'], string>>> = {
  name: 'the name of a person',
  phone: 'a telephone number',
  mail: 'an e-mail address',
  address: 'a street address',
};

/** Kind of personal content that a text seems to carry; undefined where nothing looks like it. */
export async function personalContent(text: string): Promise<string | undefined> {
  const folded = text.replace(/\s+/g, ' ');
  const known = patterns.find(([, pattern]) => pattern.test(folded))?.[0];
  if (known) return known;
  const { find } = await loadRedactor();
  // a given name alone is too often a product's; two words of a name are a person's
  const isPersonal = ({ kind, from, to }: Span) =>
    kind in kinds && (kind !== 'name' || text.slice(from, to).includes(' '));
  const found = find(text).find(isPersonal);
  return found && kinds[found.kind];
}
