import { type Run, run } from '../../../reports/document.ts';
import type { SectionCitation } from '../../../reports/sections.ts';
import { inUsUnits, readerText } from '../../../reports/values.ts';
import { readable, shown, webAddress } from '../../../reports/words.ts';
import type { PlaceReport } from '../schema/report.ts';

type Dated = Pick<SectionCitation, 'sourceName' | 'sourceUrl'> & Partial<SectionCitation>;

interface Numbered {
  readonly number: number;
  readonly citation: Dated;
  readonly usedFor: readonly string[];
}

const keyOf = ({ sourceName, sourceUrl, sourceDate = '' }: Dated) => `${sourceName} ${sourceUrl} ${sourceDate}`;

/** The same for facts and rows of one source. */
export const sourceKey = ({ citation }: { readonly citation: Dated }) => keyOf(citation);

/** Numbers the sources of a report in the order of its list; every fact carries the number of its source. */
class SourceMarks {
  readonly #known = new Map<string, Numbered>();

  constructor({ sections }: Pick<PlaceReport, 'sections'>) {
    for (const section of sections) {
      if (section.kind !== 'sources') continue;
      for (const { citation, usedFor } of section.sources) this.#add(citation, usedFor);
    }
  }

  #add(citation: Dated, usedFor: readonly string[]): Numbered {
    const numbered = { number: this.#known.size + 1, citation, usedFor };
    this.#known.set(keyOf(citation), numbered);
    return numbered;
  }

  /** The number of a source behind what it states, "[7]", leading to the record or else to the source's own page. */
  of(citation: Dated): Run {
    const { number } = this.#known.get(keyOf(citation)) ?? this.#byAddress(citation) ?? this.#add(citation, []);
    return run(`[${number}]`, 'muted', webAddress(citation.recordUrl ?? citation.sourceUrl));
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

/** What every part of a drawn report needs: the report, the numbers of its sources and the time zone of its place. */
export interface ReportView {
  readonly report: PlaceReport;
  readonly marks: SourceMarks;
  readonly zone: string | undefined;
  /** What was drawn already, by {@link sayOnce}. */
  readonly said: Set<string>;
}

/** Value of a fact about the subject by the end of its id. */
export function subjectValue({ sections }: PlaceReport, name: string): string | number | boolean | undefined {
  const subject = sections.find(({ id }) => id === 'subject');
  return subject?.kind === 'facts' ? subject.facts.find(({ id }) => id === `subject.${name}`)?.value : undefined;
}

export function viewOf(report: PlaceReport): ReportView {
  const zone = subjectValue(report, 'timeZone');
  return {
    report,
    marks: new SourceMarks(report),
    zone: typeof zone === 'string' ? zone : undefined,
    said: new Set(),
  };
}

/** Whether something is said for the first time in this report. */
export function sayOnce({ said }: ReportView, key: string): boolean {
  if (said.has(key)) return false;
  said.add(key);
  return true;
}

/** A sentence of this service with US units first and times of the place. */
export const sentence = (text: string, { zone }: Pick<ReportView, 'zone'>): string => inUsUnits(readable(text, zone));

/** A stated value as a US reader reads it. */
export function valueWords(
  value: string | number | boolean,
  unit: string | undefined,
  view: Pick<ReportView, 'zone'>,
): string {
  return typeof value === 'string' ? inUsUnits(shown(readerText(value, unit), view.zone)) : readerText(value, unit);
}
