import { z } from 'zod';
import type { Arguments } from '../../answers/arguments.ts';
import type { PartReading, ToolPart } from '../../answers/ask-tools.ts';
import { isEverywhere } from '../../answers/context-parts.ts';
import { partWords, saidWith } from '../../answers/part-words.ts';
import { type ToolName, ToolNameSchema } from '../../kernel/tool-names.ts';
import { lanes } from '../../places/schema/jurisdiction.ts';
import { capital } from '../../reports/words.ts';
import { numeric, optionalText } from '../../rules/cells.ts';
import { tableFile } from '../../rules/table-file.ts';
import { hasFacts } from './brief.ts';

/** A part of a brief: the free tool that is queried for it, or `own` for what the route reads itself. */
export const briefPartRows = tableFile('brief-parts', {
  /** Kind of the body that is sold. */
  brief: z.string().regex(/^[a-z_]+$/),
  tool: z.union([ToolNameSchema, z.literal('own')]),
  title: optionalText,
  lane: z.enum(lanes).exactOptional(),
  group: optionalText,
  /** What it states exists at every point of the country: it opens no price gate. */
  everywhere: z.literal('yes').exactOptional(),
  /** Its place among the parts that decide whether the brief is sold, those that cost few requests first. */
  decides: numeric(z.int().min(1)).exactOptional(),
  /** What it states of what the brief is bought for. */
  says: partWords,
});

export type PartArguments = Readonly<Partial<Record<ToolName, Arguments>>>;

type BriefPart = ToolPart & { readonly group?: string };

/** The free tools of a brief, in the order of its sections. */
export const briefParts = (brief: string, further: PartArguments = {}): readonly BriefPart[] =>
  briefPartRows().flatMap((row): BriefPart[] => {
    const { tool, title = '', lane, group } = row;
    if (row.brief !== brief || tool === 'own') return [];
    const extraArguments = further[tool];
    return [{ tool, title, ...(lane && { lane }), ...(group && { group }), ...(extraArguments && { extraArguments }) }];
  });

/** One of them. Throws where the table has no line for it. */
export function briefPart(brief: string, tool: ToolName): BriefPart {
  const part = briefParts(brief).find((one) => one.tool === tool);
  if (!part) throw new Error(`data/rules/brief-parts.csv has no line for ${tool} of ${brief}`);
  return part;
}

/** The answers that can make a brief worth its price: not those that there are at every point of the country. */
export function countedOf(brief: string, readings: readonly PartReading[]): readonly PartReading[] {
  const everywhere = briefPartRows().flatMap((row) => (row.brief === brief && row.everywhere ? row.tool : []));
  return readings.filter((one) => !everywhere.some((tool) => tool === one.tool) && !isEverywhere(one));
}

/** Too thin where fewer groups of the parts than `least` have one that gives facts of the place: `lacking`, else undefined. */
export const leastGroups =
  (brief: string, least: number, lacking: string, gives: (reading: PartReading) => boolean = hasFacts) =>
  (readings: readonly PartReading[]): string | undefined => {
    const given = readings.filter(gives);
    const groups = briefPartRows().flatMap(({ brief: of, tool, lane, group }) =>
      of === brief && given.some((one) => (tool === 'own' ? one.lane === lane : one.tool === tool))
        ? (group ?? [])
        : [],
    );
    return new Set(groups).size < least ? lacking : undefined;
  };

/** What decides whether a brief is sold, in the order in which it is queried; empty where the table names none. */
export const decidersOf = (brief: string): readonly (ToolName | 'own')[] =>
  briefPartRows()
    .flatMap(({ brief: of, tool, decides }) => (of === brief && decides !== undefined ? [{ tool, decides }] : []))
    .toSorted((a, b) => a.decides - b.decides)
    .map(({ tool }) => tool);

/** What the parts of a brief state of what it is bought for; else the sentence of the first that gave facts. */
export function leadOf(brief: string, readings: readonly PartReading[]): string | undefined {
  const said = briefPartRows().flatMap((row) => {
    const reading = row.brief === brief ? readings.find((one) => one.tool === row.tool) : undefined;
    return reading ? saidWith(row.says, reading.answer.facts) : [];
  });
  return said.length > 0 ? capital(said.join('; ')) : readings.find(hasFacts)?.answer.summary;
}
