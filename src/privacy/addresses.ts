import type { Stretch } from './spans.ts';

const number = String.raw`\d{1,6}[a-z]?\b`;
const box = String.raw`(?:p\.? ?o\.? ?box|post office box|apartado|(?:hc|rr) ?\d{1,3},? box) ?#?\d{1,6}`;
const zip = String.raw`[a-z]{2}\.?,? \d{5}(?:-\d{4})?\b`;
const street = String.raw`(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|ct|court|pl|place|ter|terrace|cir|circle|hwy|highway|pkwy|parkway|way|trl|trail|sq|square|loop|run|row|pike|path|walk|xing|cove|pt|point|bend)\b\.?`;
const unit = String.raw`(?:,? ?(?:apt|unit|ste|suite|no|#)\.? ?#?\w{1,6})?`;
/** A box, or a house number with what follows it: to the ZIP code, else to the word for the street, else to a mark. */
const line = `(?:${box}|${number}|calle|urb)`;
const whole = String.raw`${line}[^;\n]{0,70}?\b${zip}`;
const short = String.raw`(?:${box}|${number} [^,;\n]{1,40}?\b${street}${unit}(?:, [a-z. ]{2,25},? [a-z]{2}\b)?|(?<=\b(?:at|to|address:?) )${number} [^,;.\n]{1,40})`;
const address = `(?<address>${whole}|${short})`;

/** What may come between them and the address; an address of work is announced by "for" or "at work". */
const between = String.raw`(?:(?!\b(?:for|re|regarding|about|proceed|issued|work|from)\b)[^;\d]){0,48}?`;
/** Words behind which mail goes: nothing more is needed, not even a ZIP code. */
const toPerson = String.raw`\b(?:mail(?:ed|ing|s)?|letters?|certified|correspondence|bill(?:ed)? to|forward(?:ed|ing)?|remit|refund|return to|c\/o|care of|correo|postal|(?:notice|copy|copies|nov|citation|invoice|check|refund|letter|aviso|carta) (?:was |were )?(?:mailed |sent |posted )?(?:to|a|al)|(?:owners?|tenant|applicant|taxpayer|landlord)(?:'s)? (?:at|address|of record at|lives|resides))\b`;
const patterns: readonly RegExp[] = [
  new RegExp(`${toPerson}${between}${address}`, 'gi'),
  new RegExp(String.raw`\bsen[dt]\b${between}(?<address>${whole}|${box})`, 'gi'),
  new RegExp(String.raw`(?<address>${box}(?:,? [^;\n]{0,40}?\b${zip})?)`, 'gi'),
];

/**
 * Mailing addresses of persons in a text: behind the words with which mail is sent ("mail notice to owner at ...",
 * "c/o ..."), and post office boxes wherever they are. The address of the work itself is none.
 */
export function mailingAddressesIn(text: string): readonly Stretch[] {
  if (!/\d/.test(text)) return [];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => {
      const to = match.index + match[0].length;
      return { from: to - (match.groups?.address ?? match[0]).length, to };
    }),
  );
}
