import { z } from 'zod';
import { listOf, optionalText, text } from './cells.ts';
import { citedTable } from './cited-columns.ts';
import { type PhraseMatch, phraseMatcher } from './phrase-match.ts';
import { tableFile } from './table-file.ts';

/** Kinds of project that get checks, sources, offices and rules of their own. `lanes`: the local lanes it looks to first. */
export const projectTypes = tableFile('project-types', {
  id: z.string().regex(/^[a-z]+(_[a-z]+)*$/),
  title: text,
  phrases: listOf(text),
  lanes: listOf(text),
});

export type ProjectType = ReturnType<typeof projectTypes>[number];

let matcher: ((words: string) => PhraseMatch<ProjectType>) | undefined;

/** The kind of project that a caller means by a few words; undefined where they fit none, or two equally. */
export function projectTypeOf(words: string | undefined): ProjectType | undefined {
  if (words === undefined) return undefined;
  matcher ??= phraseMatcher(projectTypes());
  const match = matcher(words);
  return match.state === 'unknown' ? undefined : match.entry;
}

const steps = tableFile('project-offices', {
  project: text,
  action: text,
  // an office by its key, or the deciding body in words where none of these decides
  office: z.enum(['assessor', 'planning', 'building', 'publicWorks', 'clerk', 'utility']).exactOptional(),
  with: optionalText,
});

/** A question about a project and the office that answers it: by its key, or in words. */
export type ProjectStep = ReturnType<typeof steps>[number];

/** The next offices for a kind of project, in order. */
export const projectSteps = (project: ProjectType): readonly ProjectStep[] =>
  steps().filter((one) => one.project === project.id);

/** Number of the lines of the table of next offices. */
export const projectStepCount = (): number => steps().length;

export const projectRules = citedTable({
  id: 'project-rules',
  name: 'rules that meet kinds of projects',
  columns: { projects: listOf(text), rule: text },
});
