import type { PlaceRecord } from '../../../kernel/record.ts';
import { type Run, run } from '../../../reports/document.ts';
import type { ReportSection, SectionCitation, SectionOf } from '../../../reports/sections.ts';
import { inUsUnits, readerText } from '../../../reports/values.ts';
import { readable, shown, spoken, webAddress, withoutCodes } from '../../../reports/words.ts';

type Dated = Pick<SectionCitation, 'sourceName' | 'sourceUrl'> & Partial<SectionCitation>;

interface Numbered {
  readonly number: number;
  readonly citation: Dated;
  readonly usedFor: readonly string[];
}

const keyOf = ({ sourceName, sourceUrl, sourceDate = '' }: Dated) => `${sourceName} ${sourceUrl} ${sourceDate}`;

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/** The page of the record, else that of the source; a copy of a law that lies elsewhere is named and not opened. */
const pageOf = ({ recordId, recordUrl, sourceUrl }: Dated) =>
  recordUrl !== undefined && (recordId !== undefined || hostOf(recordUrl) === hostOf(sourceUrl))
    ? recordUrl
    : sourceUrl;

/** The same for facts and rows of one source. */
export const sourceKey = ({ citation }: { readonly citation: Dated }) => keyOf(citation);

/** Numbers the sources of a report in the order of its list; every fact carries the number of its source. */
class SourceMarks {
  readonly #known = new Map<string, Numbered>();

  constructor(sources: SectionOf<'sources'>['sources']) {
    for (const { citation, usedFor } of sources) this.#add(citation, usedFor);
  }

  #add(citation: Dated, usedFor: readonly string[]): Numbered {
    const numbered = { number: this.#known.size + 1, citation, usedFor };
    this.#known.set(keyOf(citation), numbered);
    return numbered;
  }

  /** The number of a source behind what it states, "[7]", leading to its page. */
  of(citation: Dated): Run {
    const { number } = this.#known.get(keyOf(citation)) ?? this.#byAddress(citation) ?? this.#add(citation, []);
    return run(`[${number}]`, 'muted', webAddress(pageOf(citation)));
  }

  ofAll(citations: readonly Dated[]): Run[] {
    const runs = new Map(citations.map((citation) => this.of(citation)).map((mark) => [mark.text, mark]));
    return [...runs.values()];
  }

  usedFor(title: string): Run[] {
    return this.ofAll(this.all().flatMap(({ citation, usedFor }) => (usedFor.includes(title) ? citation : [])));
  }

  all(): readonly Numbered[] {
    return [...this.#known.values()];
  }

  /** The same source cited without the date of its data, by its address. */
  #byAddress({ sourceUrl, sourceDate }: Dated): Numbered | undefined {
    return sourceDate === undefined ? this.all().find(({ citation }) => citation.sourceUrl === sourceUrl) : undefined;
  }
}

/** What every part of a drawn document needs. */
export interface View {
  /** Numbers of its sources. */
  readonly marks: SourceMarks;
  readonly sections: readonly ReportSection[];
  readonly records: readonly PlaceRecord[];
  readonly generatedAt: string;
  /** IANA time zone of the place; times are in UTC where absent. */
  readonly zone: string | undefined;
  /** Whether the lists of a section are open on a web page, by the id of the section. */
  readonly isOpen: (id: string) => boolean;
  /** What was drawn already, by {@link sayOnce}. */
  readonly said: Set<string>;
}

interface Drawn extends Pick<View, 'generatedAt'>, Partial<Pick<View, 'sections' | 'records' | 'zone' | 'isOpen'>> {
  readonly sources?: SectionOf<'sources'>['sources'];
}

export const viewOf = ({
  sections = [],
  records = [],
  generatedAt,
  zone,
  isOpen = () => true,
  sources,
}: Drawn): View => ({
  marks: new SourceMarks(sources ?? sections.flatMap((section) => (section.kind === 'sources' ? section.sources : []))),
  sections,
  records,
  generatedAt,
  zone,
  isOpen,
  said: new Set(),
});

/** Whether something is said for the first time in this report. */
export function sayOnce({ said }: View, key: string): boolean {
  if (said.has(key)) return false;
  said.add(key);
  return true;
}

const ownName = /\bsvc[_-]([a-z0-9]+(?:[_-][a-z0-9]+)*)/g;

/** A sentence of this service with US units first, times of the place, and what programs call things in words. */
export const sentence = (text: string, { zone }: Pick<View, 'zone'>): string =>
  inUsUnits(readable(withoutCodes(text.replaceAll(ownName, (_, name: string) => `"${spoken(name)}" here`)), zone));

/** Words of a value; an address is a link with the name of its host. */
export function wordsRun(words: string, style?: Run['style'], href?: string): Run {
  const page = /^https?:\/\/\S+$/.test(words) ? webAddress(words) : undefined;
  return page === undefined ? run(words, style, href) : run(new URL(page).host, style, page);
}

/** A stated value as a US reader reads it. */
export function valueWords(
  value: string | number | boolean,
  unit: string | undefined,
  view: Pick<View, 'zone'>,
): string {
  return typeof value === 'string'
    ? inUsUnits(shown(withoutCodes(readerText(value, unit)), view.zone))
    : readerText(value, unit);
}
