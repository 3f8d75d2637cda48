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

type SiteCheck = ReturnType<typeof checks>[number];

/**
 * Questions before a project, in the order in which an answer usually stops or shapes it; those of any project where its
 * type is not known. The checks have no weights.
 */
export const siteChecks = (project?: ProjectType): readonly Pick<SiteCheck, 'topic' | 'question' | 'tool'>[] =>
  checks()
    .filter((check) => check.project === project?.id)
    .map(({ topic, question, tool }) => ({ topic, question, tool }));

/** Number of the lines of the table. */
export const siteCheckCount = (): number => checks().length;
