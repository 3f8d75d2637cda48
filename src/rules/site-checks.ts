import type { ToolName } from '../kernel/tool-names.ts';
import { ToolNameSchema } from '../kernel/tool-names.ts';
import { text } from './cells.ts';
import type { ProjectType } from './project-types.ts';
import { tableFile } from './table-file.ts';

const checks = tableFile('site-checks', {
  project: text.exactOptional(),
  topic: text,
  question: text,
  tool: ToolNameSchema,
});

/** One question that a project puts to a site, and the tool that asks it. */
type SiteCheck = ReturnType<typeof checks>[number];

/**
 * Questions before a project, in the order in which an answer usually stops or shapes it; those of any project where its
 * type is not known. Nothing is weighed.
 */
export const siteChecks = (project?: ProjectType): readonly Pick<SiteCheck, 'topic' | 'question' | 'tool'>[] =>
  checks()
    .filter((check) => check.project === project?.id)
    .map(({ topic, question, tool }) => ({ topic, question, tool }));

/** Number of the lines of the table. */
export const siteCheckCount = (): number => checks().length;

/** Questions that are put to several properties side by side. */
export const comparisonTools: readonly ToolName[] = [
  'svc_parcel_lookup',
  'svc_zoning',
  'svc_flood_zone',
  'svc_governing_districts',
  'svc_property_tax_context',
  'svc_metro_permits',
  'svc_area_incidents',
  'svc_parcel_transfers',
  'svc_wetland_context',
  'svc_transportation_context',
  'svc_noise_proximity',
  'svc_broadband_check',
];

/** Lanes that hold records of sites and of what is done with them. */
export const siteLanes = [
  'parcel',
  'zoning',
  'zoning_overlay',
  'landmark',
  'assessment',
  'transfers',
  'permits',
  'development_cases',
  'capital_projects',
  'code_violations',
  'certificate_of_occupancy',
  'special_valuation',
  'tax_distress',
  'legislation',
] as const;
