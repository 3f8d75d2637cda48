import type { Answer } from '../../../kernel/answer.ts';
import { sectionCitation } from '../../../reports/section-citation.ts';
import type { ReportFact, ReportTable, SectionCitation } from '../../../reports/sections.ts';
import { bandsOf } from '../../../reports/values.ts';
import { listOf, text } from '../../../rules/cells.ts';
import { tableFile } from '../../../rules/table-file.ts';
import { type TableSize, tableOf } from './fact-tables.ts';
import { labelOf, within, wordsOf } from './labels.ts';
import {
  type Fields,
  isCitationKey,
  isCounts,
  isFields,
  isPlain,
  phraseOf,
  type Stated,
  statedFields,
  statedOf,
} from './phrases.ts';

export { sectionCitation } from '../../../reports/section-citation.ts';

/** Facts that date an event; a date without a line (an observation, a year of a series) is none. */
export const datedFacts = tableFile('dated-facts', {
  /** The end of its path in the facts of an answer, without the numbers of rows. */
  at: text,
  words: text,
  names: listOf(text).exactOptional(),
});

const day = /^(\d{4})(?:[-/](\d{2})(?:[-/](\d{2}))?)?(?:T[\d:.]+Z)?$/;

/**
 * The event that a field dates, in words with the name of the thing, or undefined where it dates none.
 * `path` is that of the field without row numbers; the date is YYYY, YYYY-MM or YYYY-MM-DD.
 */
function eventOf(
  path: string,
  value: unknown,
  row: Fields,
): { readonly date: string; readonly label: string } | undefined {
  const field = datedFacts().find(({ at }) => path === at || path.endsWith(`.${at}`));
  const parts = day.exec(String(value));
  if (!field || !parts) return undefined;
  const name = (field.names ?? []).map((key) => row[key]).filter((one) => typeof one === 'string' && one !== '');
  return {
    date: parts.slice(1).filter(Boolean).join('-'),
    label: name.length > 0 ? `${field.words}: ${name.join(' ')}` : field.words,
  };
}

export interface DatedFact {
  readonly date: string;
  readonly label: string;
  readonly citation: SectionCitation;
}

export interface AnswerFacts {
  readonly facts: readonly ReportFact[];
  readonly tables: readonly ReportTable[];
  readonly dated: readonly DatedFact[];
}

interface Place {
  readonly path: string;
  readonly label: string;
  readonly citation: string | undefined;
}

const aboutSources: ReadonlySet<string> = new Set(['depth', 'parcelOutline']);

/**
 * An answer's facts as labelled values, its lists of rows as tables and the events that they date.
 * What has no citation is left out.
 */
export function factsOf(answer: Answer, prefix: string, tables: TableSize = {}): AnswerFacts {
  const reader = new Reader(answer, tables);
  reader.fields(answer.facts ?? {}, { path: prefix, label: '', citation: undefined });
  return reader;
}

class Reader implements AnswerFacts {
  readonly facts: ReportFact[] = [];
  readonly tables: ReportTable[] = [];
  readonly dated: DatedFact[] = [];
  readonly #citations: Answer['citations'];

  readonly #size: TableSize;

  constructor({ citations }: Answer, size: TableSize) {
    this.#citations = citations;
    this.#size = size;
  }

  fields(group: Fields, at: Place): void {
    for (const [key, value] of Object.entries(group)) {
      if (isCitationKey(key) || aboutSources.has(key)) continue;
      // a unit in the name of a list or a group, or beside one that is stated, is part of the name: "change five years"
      const unitInName = isPlain(value) || (isFields(value) && 'value' in value && value.unit === undefined);
      const own = unitInName ? labelOf(key).label : wordsOf(key);
      // "Spills: count" is the number of spills, but beside `zip` of a group `zip` it is not the ZIP
      const counted = key === 'count' && !Object.keys(group).some((name) => wordsOf(name) === at.label);
      const label = at.label === '' ? own : counted ? at.label : within(at.label, own);
      this.#one(key, value, { path: `${at.path}.${key}`, label, citation: at.citation }, group);
    }
  }

  #one(key: string, value: unknown, at: Place, group: Fields): void {
    const bands = bandsOf(value);
    if (Array.isArray(value) && value.some(isFields) && !bands) {
      this.#list(value.filter(isFields), at);
    } else if (!isFields(value) || isCounts(key)) {
      this.#event(at, value, group);
      this.#push(at, statedOf(key, value), '', bands);
    } else {
      const own = { ...at, citation: typeof value.citation === 'string' ? value.citation : at.citation };
      if ('value' in value) this.#value(key, value, own);
      else this.fields(value, own);
    }
  }

  #value(key: string, value: Fields, at: Place): void {
    const stated = statedFields(value).find(({ key: name }) => name === 'value')?.stated;
    const { value: _value, unit: _unit, citation: _citation, note, ...more } = value;
    const remarks = [note, phraseOf('', more)].filter((text) => typeof text === 'string' && text !== '').join('; ');
    this.#event(at, value.value, value);
    this.#push(at, stated && { ...stated, unit: stated.unit ?? labelOf(key).unit }, remarks);
  }

  #list(list: readonly Fields[], at: Place): void {
    const citationOf = ({ citation }: Fields) => this.#cited(typeof citation === 'string' ? citation : at.citation);
    const table = tableOf(at.path, at.label, list, citationOf, this.#size);
    if (table) this.tables.push(table);
    for (const row of list) {
      const citation = typeof row.citation === 'string' ? row.citation : at.citation;
      for (const [key, value] of Object.entries(row)) {
        this.#event({ ...at, path: `${at.path}.${key}`, citation }, value, row);
      }
    }
  }

  #push(
    { path, label, citation }: Place,
    stated: Stated | undefined,
    note = '',
    bands?: ReturnType<typeof bandsOf>,
  ): void {
    const cited = this.#cited(citation);
    if (!stated || !cited) return;
    const { value, unit } = stated;
    this.facts.push({
      id: path,
      label,
      value,
      ...(unit && { unit }),
      ...(note && { note }),
      ...(bands && { bands: [...bands] }),
      citation: cited,
    });
  }

  #event({ path, citation }: Place, value: unknown, row: Fields): void {
    const event = eventOf(path, value, row);
    const cited = this.#cited(citation);
    if (event && cited) this.dated.push({ ...event, citation: cited });
  }

  #cited(key: string | undefined): SectionCitation | undefined {
    const known = key === undefined ? undefined : this.#citations[key];
    return known && sectionCitation(known);
  }
}
