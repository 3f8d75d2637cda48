import { inUsUnits, readerText } from '../../../reports/units.ts';
import { readable, shown } from '../../../reports/words.ts';
import type { PlaceReport } from '../schema/report.ts';
import { SourceMarks } from './marks.ts';

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
