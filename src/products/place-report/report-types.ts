import { listOf, text } from '../../rules/cells.ts';
import { tableFile } from '../../rules/table-file.ts';
import type { PlaceReport } from './schema/report.ts';

type ReportType = PlaceReport['reportType'];

/** What each type is called and which sections it opens with, by their ids; the content is the same. */
export const reportTypes = tableFile('report-types', { type: text, name: text, leads: listOf(text) });

/** The form of a type; undefined without one. */
export const formOfType = (type: ReportType) => reportTypes().find((one) => one.type === type);

/** Sections with those first that the type opens with; without a type as they are. */
export function inTypeOrder<S extends { readonly id: string }>(type: ReportType, sections: readonly S[]): readonly S[] {
  const { leads = [] } = formOfType(type) ?? {};
  const place = ({ id }: S) => (leads.includes(id) ? leads.indexOf(id) : leads.length);
  return sections.toSorted((a, b) => place(a) - place(b));
}
