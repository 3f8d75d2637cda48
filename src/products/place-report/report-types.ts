import type { ToolName } from '../../kernel/tool-names.ts';
import type { Lane } from '../../places/schema/jurisdiction.ts';
import type { PlaceReport } from './schema/report.ts';

type ReportType = NonNullable<PlaceReport['reportType']>;

type PartId = ToolName extends infer Name ? (Name extends `svc_${infer Id}` ? Id : never) : never;
/** Section ids as `compose` writes them. */
type SectionId = 'conflicts' | 'facts.parcel' | `facts.${PartId}` | `records.${Lane}` | `entries.${Lane}`;

/** What each type is called and which sections it opens with, by their ids; the content is the same. */
export const reportTypeForms: Readonly<
  Record<ReportType, { readonly name: string; readonly leads: readonly SectionId[] }>
> = {
  site_feasibility: {
    name: 'Site feasibility report',
    leads: [
      'facts.zoning',
      'facts.flood_zone',
      'facts.wetland_context',
      'facts.flood_gauges',
      'facts.groundwater_context',
      'facts.terrain_profile',
      'facts.soil_context',
    ],
  },
  property_due_diligence: {
    name: 'Property due diligence report',
    leads: ['facts.parcel', 'conflicts', 'records.permits', 'records.code_violations', 'entries.transfers'],
  },
  pre_development_analysis: {
    name: 'Pre-development analysis',
    leads: ['facts.zoning', 'facts.parcel', 'records.permits', 'entries.development_cases', 'entries.capital_projects'],
  },
};

/** Sections with those first that the type opens with; without a type as they are. */
export function inTypeOrder<S extends { readonly id: string }>(
  type: ReportType | undefined,
  sections: readonly S[],
): readonly S[] {
  const leads: readonly string[] = type ? reportTypeForms[type].leads : [];
  const place = ({ id }: S) => (leads.includes(id) ? leads.indexOf(id) : leads.length);
  return sections.toSorted((a, b) => place(a) - place(b));
}
