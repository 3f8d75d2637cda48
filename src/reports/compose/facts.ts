import type { Answer } from '../../kernel/answer.ts';
import type { Citation } from '../../kernel/citation.ts';
import type { ReportFact, SectionCitation } from '../schema/sections.ts';

type Fields = Readonly<Record<string, unknown>>;

const units: readonly (readonly [suffix: string, unit: string])[] = [
  ['Meters', 'm'],
  ['Kilometers', 'km'],
  ['Feet', 'ft'],
  ['Inches', 'in'],
  ['Miles', 'mi'],
  ['Acres', 'acres'],
  ['Sqft', 'ft2'],
  ['Usd', 'USD'],
  ['Percent', '%'],
  ['Years', 'years'],
  ['Days', 'days'],
];

/** `baseFloodElevationFeet` -> "Base flood elevation" and its unit. */
export function labelOf(key: string): { readonly label: string; readonly unit?: string } {
  const ending = units.find(([suffix]) => key.endsWith(suffix) && key.length > suffix.length);
  const bare = ending ? key.slice(0, -ending[0].length) : key.trim();
  const words = bare
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/([a-z])(\d)/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .split(' ')
    .map((word, index) => (/^[A-Z0-9]{2,}$/.test(word) ? word : index === 0 ? capital(word) : word.toLowerCase()));
  return { label: words.join(' '), ...(ending && { unit: ending[1] }) };
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A citation in the form of report sections. */
export function sectionCitation(citation: Citation): SectionCitation {
  const { sourceName, sourceUrl, recordId, recordUrl, sourceDate, fetchedAt, licenseNote } = citation;
  return {
    sourceName,
    sourceUrl,
    ...(recordId !== undefined && { recordId }),
    ...(recordUrl !== undefined && { recordUrl }),
    ...(sourceDate !== undefined && { sourceDate }),
    fetchedAt,
    ...(licenseNote !== undefined && { licenseNote }),
  };
}

/** A dated statement inside an answer, for the timeline. */
export interface DatedFact {
  readonly date: string;
  readonly label: string;
  readonly citation: SectionCitation;
}

const maxRows = 8;
const maxText = 600;
const datePattern = /^\d{4}(-\d{2}(-\d{2})?)?$/;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);
const isDateKey = (key: string) => /(date|_on|_at|On|At|yearBuilt|Year)$/i.test(key);

function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}

/** The fields of a row in one line: "zone X; subtype ...; floodway no". */
function lineOf(row: Fields): string {
  const parts = Object.entries(row).flatMap(([key, value]) => {
    if (key === 'citation' || value === undefined || value === null) return [];
    const { label, unit } = /^\d+$/.test(key) ? { label: `within ${key} m`, unit: undefined } : labelOf(key);
    const text = Array.isArray(value)
      ? value.filter(isPlain).map(plainText).join(', ')
      : isFields(value)
        ? lineOf(value)
        : plainText(value);
    return text === '' ? [] : [`${label}: ${text}${unit ? ` ${unit}` : ''}`];
  });
  return parts.join('; ').slice(0, maxText);
}

/** Flattens an answer's facts into labelled values with their citations; lists are cut and say so in the last label. */
export function factsOf(answer: Answer, prefix: string): { facts: ReportFact[]; dated: DatedFact[] } {
  const facts: ReportFact[] = [];
  const dated: DatedFact[] = [];
  const citationOf = (key: unknown) => {
    const known = typeof key === 'string' ? answer.citations[key] : undefined;
    return known && sectionCitation(known);
  };
  const note = (key: string, value: unknown, label: string, citation: SectionCitation) => {
    if (isDateKey(key) && datePattern.test(String(value))) dated.push({ date: String(value), label, citation });
  };

  const put = (key: string, value: unknown, path: string, label: string, inherited: string | undefined) => {
    if (Array.isArray(value)) {
      value.slice(0, maxRows).forEach((entry, index) => {
        const cut = index === maxRows - 1 && value.length > maxRows;
        const words =
          value.length > 1 ? `${label} (${index + 1} of ${value.length}${cut ? ', others left out' : ''})` : label;
        put(key, entry, `${path}.${index}`, words, inherited);
      });
      return;
    }
    if (!isFields(value)) {
      const citation = citationOf(inherited);
      if (citation && isPlain(value)) push(path, label, value, labelOf(key).unit, undefined, citation);
      return;
    }
    const own = typeof value.citation === 'string' ? value.citation : inherited;
    const citation = citationOf(own);
    if ('value' in value && citation) {
      const { value: inner, unit, note: remark } = value as { value: unknown; unit?: string; note?: string };
      const plain = Array.isArray(inner) ? inner.filter(isPlain).map(plainText).join(', ') : inner;
      if (isPlain(plain) && plain !== '') push(path, label, plain, unit ?? labelOf(key).unit, remark, citation);
      note(key, inner, label, citation);
      return;
    }
    if (citation && own === value.citation) {
      const line = lineOf(value);
      if (line !== '') push(path, label, line, undefined, undefined, citation);
      for (const [name, inner] of Object.entries(value))
        note(name, inner, `${label}: ${labelOf(name).label}`, citation);
      return;
    }
    for (const [name, inner] of Object.entries(value)) {
      if (name !== 'citation') put(name, inner, `${path}.${name}`, `${label}: ${labelOf(name).label}`, own);
    }
  };
  const push = (
    id: string,
    label: string,
    value: string | number | boolean,
    unit: string | undefined,
    remark: string | undefined,
    citation: SectionCitation,
  ) => facts.push({ id, label, value, ...(unit && { unit }), ...(remark && { note: remark }), citation });

  for (const [key, value] of Object.entries(answer.facts ?? {})) {
    if (key.endsWith('Citation')) continue;
    // a list keeps the unit in its name: "zones within 50 meters"
    const { label } = labelOf(Array.isArray(value) ? `${key} ` : key);
    put(key, value, `${prefix}.${key}`, label, undefined);
  }
  return { facts, dated };
}
