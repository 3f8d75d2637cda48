import { z } from 'zod';
import { citeRegistry, registryCitation } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject } from '../../src/catalog/inputs.ts';
import { answerOf, fact, rows } from '../../src/kernel/answer.ts';
import { citedRows, many } from '../../src/kernel/nearby-shape.ts';
import { isUnavailable } from '../../src/kernel/ports/demand.ts';
import { nextChecks } from '../../src/rules/next-checks.ts';

const listed = 25;

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
  output: answerOf({
    totalRequests: fact(z.int()),
    areas: rows({ area: z.string(), areaKind: z.string(), requests: z.int(), lastRequestedOn: z.string() }),
  }),
  closedWorld: true,
  async run(ctx) {
    const { answer } = ctx;
    const rows = await ctx.demand.coverageDemand(listed);
    const searchedIn = { area: 'United States', recordScope: 'requests for coverage counted by this service' };
    if (isUnavailable(rows)) {
      answer.addLookup({ state: 'unavailable', source: 'this service', reason: rows.unavailable }, searchedIn);
      return answer.finish({ summary: `The requests could not be read: ${rows.unavailable}` });
    }
    if (rows.length === 0) {
      answer.addLookup({ state: 'empty', citation: registryCitation(ctx.now) }, searchedIn);
      return answer.finish({ summary: 'No request for coverage has been counted by this service yet.' });
    }
    const citation = citeRegistry(ctx, searchedIn);
    const total = rows.reduce((sum, { requests }) => sum + requests, 0);
    return answer.finish({
      summary: `${many(total, 'request')} for coverage of ${many(rows.length, 'area')} counted; most for ${rows[0]?.area}.`,
      facts: {
        totalRequests: { value: total, unit: 'requests', citation },
        areas: citedRows(rows, citation),
      },
      verifyNext: nextChecks('coverage-demand.listed'),
    });
  },
});
