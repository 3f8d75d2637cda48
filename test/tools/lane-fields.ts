import type { Answer } from '../../src/kernel/answer.ts';
import { openService } from '../harness.ts';
import { withColumns } from '../upstreams/edits.ts';

interface Given {
  /** Card of the source whose declaration and rows are changed. */
  readonly card: string;
  readonly source: {
    readonly locationPrecision?: string;
    readonly bias?: object;
    readonly fields?: Readonly<Record<string, unknown>>;
  };
  /** What the rows say besides. */
  readonly columns?: Readonly<Record<string, unknown>>;
}

/**
 * One call in a service of its own, where a wired source is declared with more fields or another precision than it has.
 * It proves what a tool does with fields of its lane that no wired source fills today.
 */
export async function askWithLane(
  { card, source, columns }: Given,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const own = await openService({ mirrors: false });
  try {
    if (columns) own.upstreams.setFault(card, withColumns(columns));
    const tool = own.service.registry.freeTool(name);
    if (!tool) throw new Error(name);
    const input = tool.input.parse(args) as Readonly<Record<string, unknown>>;
    const options = { signal: new AbortController().signal, requestId: 'test' };
    const prepared = await own.service.pipeline.prepare(tool, input, options);
    if (!('ctx' in prepared) || prepared.ctx.lane.state !== 'configured') throw new Error(`${name} is not covered`);
    const { lane, jurisdictions, answer } = prepared.ctx;
    const configured = lane.configured.map((one) =>
      one.source.cardId === card
        ? { ...one, source: { ...one.source, ...source, fields: { ...one.source.fields, ...source.fields } } }
        : one,
    );
    const result = await tool.run(
      { ...prepared.ctx, jurisdictions, answer, lane: { ...lane, configured } } as never,
      input as never,
    );
    return tool.output.parse(result) as Answer;
  } finally {
    await own.close();
  }
}
