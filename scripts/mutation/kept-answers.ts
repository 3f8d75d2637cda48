import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { answerExamples, readGolden } from '../../test/example-answers.ts';
import { openService } from '../../test/harness.ts';

const tools = new Map(shippedRegistry().tools.map((tool) => [tool.name.replaceAll('_', '-'), tool]));

/** Name of the suite: what only it holds is counted apart from what a tool's own tests hold. */
export const keptAnswers = 'kept answers';

/** Holds a tool's answers to its examples against test/golden, as test/golden.test.ts does; nothing for another file. */
export function describeKeptAnswers(module: string): void {
  const tool = /\/tools\/[^/]+\/[^/]+\.ts$/.test(module) && tools.get(`svc-${basename(module, '.ts')}`);
  if (!tool) return;
  describe(keptAnswers, () => {
    it('are given', async () => {
      const service = await openService();
      try {
        // so that there is a demand to report
        await service.call('svc_request_coverage', { place: 'Biloxi, MS' });
        expect(await answerExamples(service, tool)).toEqual(readGolden(tool.name));
      } finally {
        await service.close();
      }
    });
  });
}
