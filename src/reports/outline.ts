import type { Block, BlockOf, Section } from './document.ts';

export interface Part {
  readonly heading?: string;
  readonly sections: readonly Section[];
}

/** Sections with those of one group together, at the place of the first; otherwise in their order. */
export function partsOf(sections: readonly Section[]): readonly Part[] {
  const parts: { heading?: string; sections: Section[] }[] = [];
  const known = new Map<string, Section[]>();
  for (const section of sections) {
    const own = section.group === undefined ? undefined : known.get(section.group);
    if (own) own.push(section);
    else {
      const { group } = section;
      const part = { ...(group !== undefined && { heading: group }), sections: [section] };
      if (group !== undefined) known.set(group, part.sections);
      parts.push(part);
    }
  }
  return parts;
}

const leastForContents = 9;

/** Whether a document is long enough for a table of contents. */
export const hasContents = (opening: readonly Section[], parts: readonly Part[]): boolean =>
  parts.reduce((sum, { sections }) => sum + sections.length, opening.length) >= leastForContents;

type Picture = BlockOf<'picture'>;

const isHalf = (block: Block | undefined): block is Picture => block?.kind === 'picture' && block.width === 'half';

/** Blocks in the rows in which they are drawn: pictures of half the width two by two, everything else alone. */
export function rowsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const rows: Block[][] = [];
  for (const block of blocks) {
    const last = rows[rows.length - 1];
    if (isHalf(block) && last?.length === 1 && isHalf(last[0])) last.push(block);
    else rows.push([block]);
  }
  return rows;
}
