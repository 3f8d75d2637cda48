import { z } from 'zod';
import { registryCitation } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { answerSchema, fact, rows } from '../../src/kernel/answer.ts';
import { many } from '../../src/kernel/nearby-shape.ts';
import { isUnavailable } from '../../src/kernel/ports/demand.ts';
import { nextChecks } from '../../src/rules/next-checks.ts';

const listed = 25;

const facts = z.strictObject({
  totalRequests: fact(z.int()),
  areas: rows({ area: z.string(), areaKind: z.string(), requests: z.int(), lastRequestedOn: z.string() }),
});

export default defineTool({
  title: 'Requested coverage so far',
  summary: 'Aggregate counts of the coverage that callers asked for, by county or state.',
  whenToUse: 'What coverage have others asked for, and how often?',
  notFor: 'Not what is covered (svc_coverage_map); to add a request use svc_request_coverage.',
  scope: 'meta',
  subject: 'none',
  limits: [`Counts of requests by county or state, the ${listed} largest; no address and no caller is kept.`],
  examples: [{ title: 'Requested coverage', arguments: {} }],
  input: inputObject({}),
  output: answerSchema({ facts }),
  closedWorld: true,
  async run(ctx) {
    const { answer } = ctx;
    const rows = await ctx.demand.coverageDemand(listed);
    const searchedIn = { area: 'United States', recordScope: 'requests for coverage counted by this service' };
    if (isUnavailable(rows)) {
      answer.addLookup({ state: 'unavailable', source: 'this service', reason: rows.unavailable }, searchedIn);
      return answer.finish({ summary: `The requests could not be read: ${rows.unavailable}` });
    }
    const citation = registryCitation(ctx.now);
    const cited = answer.addLookup(
      rows.length > 0 ? { state: 'found', data: rows, citation } : { state: 'empty', citation },
      searchedIn,
    );
    if (!cited) return answer.finish({ summary: 'No request for coverage has been counted by this service yet.' });
    const total = rows.reduce((sum, { requests }) => sum + requests, 0);
    return answer.finish({
      summary: `${many(total, 'request')} for coverage of ${many(rows.length, 'area')} counted; most for ${rows[0]?.area}.`,
      facts: {
        totalRequests: { value: total, unit: 'requests', citation: cited.citation },
        areas: rows.map((one) => ({ ...one, citation: cited.citation })),
      },
      verifyNext: nextChecks('coverage-demand.listed'),
    });
  },
});
