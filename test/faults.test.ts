import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Registry } from '../src/catalog/registry.ts';
import { datasets } from '../src/mirror/datasets.generated.ts';
import { toolIndex } from '../tools/index.generated.ts';
import { isAnswer, stringsOf, unsafeText } from './answers.ts';
import { openService, type TestService } from './harness.ts';
import { faultNames } from './upstreams/faults.ts';

const tools = new Registry(toolIndex).free.filter((tool) => !tool.closedWorld && tool.examples.length > 0);
const geocoder = 'census-geocoder';
/** Who places an address: where the layers of houses fail it stays on its street, and the answer rests on others. */
const placing: ReadonlySet<string | undefined> = new Set([geocoder, 'address-points']);

/** Datasets that the package brings whole: no source can take them away. */
const inPackage: ReadonlySet<string> = new Set(
  datasets.flatMap(({ id, shipped, parts }) => (shipped && !parts ? id : [])),
);

/** A house of its own for each fault, so that one fault's open circuits do not answer for another. */
describe.each(faultNames)('every source but the geocoder answers with %s', (fault) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService({
      mirrors: false,
      ...(['timeout', 'drip'].includes(fault) && { sourceTimeoutMs: 150 }),
    });
    service.upstreams.setFault(({ cardId }) => cardId !== geocoder, fault);
  });
  afterAll(() => service.close());

  it.each(tools.map((tool) => ({ name: tool.name, tool })))('$name', async ({ tool }) => {
    const before = service.upstreams.requests.length;
    const result = await service.call(tool.name, tool.examples[0]?.arguments ?? {});
    for (const string of stringsOf(result)) expect(string).not.toMatch(unsafeText);
    const asked = service.upstreams.requests.slice(before).filter(({ cardId }) => !placing.has(cardId));
    if (!isAnswer(result)) return;
    if (fault === 'hostileText') {
      expect(JSON.stringify([result.summary, result.limits, result.verifyNext])).not.toMatch(/ignore (all )?previous/i);
      return;
    }
    if (asked.length > 0 || tool.mirrors?.some((id) => !inPackage.has(id)))
      expect(['unavailable', 'partial'], `${result.state}: ${result.summary}`).toContain(result.state);
  });
});

describe('the geocoder and the layers of houses fail', () => {
  it.each(['refused', 'http500', 'html200', 'truncated', 'wrongShape'] as const)(
    '%s: a question that needs a point is unavailable, never empty',
    async (fault) => {
      const service = await openService();
      try {
        service.upstreams.setFault(({ cardId }) => placing.has(cardId), fault);
        for (const tool of tools.filter(
          ({ subject, examples }) => (subject as string) === 'point' && 'address' in (examples[0]?.arguments ?? {}),
        )) {
          const result = await service.call(tool.name, tool.examples[0]?.arguments ?? {});
          if (isAnswer(result)) expect(result.state, `${tool.name}: ${result.summary}`).toBe('unavailable');
        }
      } finally {
        await service.close();
      }
    },
  );
});
