import type { Answer } from '../../src/kernel/answer.ts';
import { openService } from '../harness.ts';
import { reload } from './paid/mirrored.ts';

/** One call in a service of its own, where the mirrored file of a dataset (of its part) has these lines in it. */
export async function askWithLines(
  { dataset, part, lines }: { readonly dataset: string; readonly part?: string; readonly lines: readonly string[] },
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const service = await openService();
  try {
    await reload(service, dataset, { content: [...lines, ''].join('\n'), ...(part !== undefined && { part }) });
    return await service.call(name, args);
  } finally {
    await service.close();
  }
}
