import { z } from 'zod';
import { listOf, text } from './cells.ts';
import { tableFile } from './table-file.ts';

export const ordinanceTopics = [
  'occupancy',
  'fee_schedule',
  'signage',
  'sidewalk_cafe',
  'published_review_timeline',
] as const;
export type OrdinanceTopic = (typeof ordinanceTopics)[number];

const topics = tableFile('ordinance-topics', { topic: z.enum(ordinanceTopics), terms: listOf(text), office: text });

type TopicRow = ReturnType<typeof topics>[number];

/** Words under which codes and offices treat a topic, and the office that usually answers. */
export function ordinanceTopic(name: OrdinanceTopic): TopicRow {
  const row = topics().find(({ topic }) => topic === name);
  if (!row) throw new Error(`data/rules/ordinance-topics.csv has no row for ${name}`);
  return row;
}

const libraries = tableFile('code-libraries', {
  name: text,
  // {state} stands for the two-letter code in small letters
  url: z.string().startsWith('https://'),
});

/**
 * Entry pages of the companies that host municipal codes, as generally known. Whether the code of a given place is
 * there is not known to this table.
 */
export const codeLibraries = (state: string): readonly { name: string; url: string }[] =>
  libraries().map(({ name, url }) => ({ name, url: url.replace('{state}', state.toLowerCase()) }));
