import type { Readable } from 'node:stream';
import { groupBy } from '../../../kernel/group.ts';
import type { FixedLayout } from '../dataset.ts';
import type { Batch } from './batch.ts';

/** Opens the first member of the archive that fits; undefined where there is none. */
export type OpenMember = (member: RegExp) => Promise<Readable | undefined>;

const batchRows = 10_000;

async function* linesOf(content: Readable, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** A layout with the slice of each column of the batch; undefined for those that it has not. */
interface Slices {
  readonly layout: FixedLayout;
  readonly at: readonly (readonly [number, number] | undefined)[];
}

const rowOf = (line: string, { at }: Slices) => at.map((slice) => slice && line.slice(slice[0], slice[1]).trim());

/** Layouts of one member each, in the order in which they are declared. */
function byMember(layouts: readonly FixedLayout[], header: readonly string[]): readonly (readonly Slices[])[] {
  const slices = layouts.map((layout): Slices => ({ layout, at: header.map((name) => layout.columns[name]) }));
  return [...groupBy(slices, ({ layout }) => layout.member.source).values()];
}

/**
 * Rows of the texts of an archive whose columns stand at fixed positions. A member that is not there is passed over, and
 * so is a line that no layout reads. Throws where no member is there.
 */
export async function* fixedBatches(
  open: OpenMember,
  layouts: readonly FixedLayout[],
  encoding = 'latin1',
): AsyncGenerator<Batch> {
  const header = [...new Set(layouts.flatMap(({ columns }) => Object.keys(columns)))];
  let members = 0;
  for (const own of byMember(layouts, header)) {
    const [first] = own;
    const content = first && (await open(first.layout.member));
    if (!content) continue;
    members++;
    let rows: (readonly (string | undefined)[])[] = [];
    for await (const line of linesOf(content, encoding)) {
      const fit = own.find(({ layout }) => layout.length === undefined || layout.length === line.length);
      if (!fit || fit.layout.keep?.test(line) === false) continue;
      rows.push(rowOf(line, fit));
      if (rows.length < batchRows) continue;
      yield { header, rows };
      rows = [];
    }
    if (rows.length > 0) yield { header, rows };
  }
  if (members === 0) throw new Error(`the archive has no member like ${layouts.map(({ member }) => member.source)}`);
}
