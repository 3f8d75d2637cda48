import type { ToolPart } from '../../answers/ask-tools.ts';
import { listOf, text } from '../../rules/cells.ts';
import { tableFile } from '../../rules/table-file.ts';
import { briefParts } from '../shared/brief-parts.ts';
import type { PlaceReport } from './schema/report.ts';

const ofGroup = (group: string | undefined) => briefParts('place_report').filter((part) => part.group === group);

/** What is read besides the parcel and the records, in the order of a report. */
export const reportParts = (): readonly ToolPart[] => ofGroup(undefined);

/** About the parcel itself, where its place has a source of the lane. */
export const parcelParts = (): readonly ToolPart[] => ofGroup('parcel');

/** Maps of the whole country: where one has no value at a place it has answered, and nothing is missing there. */
export const mappedEverywhere: ReadonlySet<string> = new Set<ToolPart['tool']>(['svc_seismic_design']);

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
