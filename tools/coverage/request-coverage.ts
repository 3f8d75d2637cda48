import { z } from 'zod';
import { askOffice, offices } from '../../src/answers/offices.ts';
import { citeRegistry } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, place } from '../../src/catalog/inputs.ts';
import { answerOf, fact, row } from '../../src/kernel/answer.ts';
import { isUnavailable } from '../../src/kernel/ports/demand.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { nextChecks } from '../../src/rules/next-checks.ts';

/** The area that a request counts for: the county, or the state where the county is not known. */
function areaOf(subject: Subject): { code: string; label: string; kind: 'county' | 'state' } | undefined {
  const { county, stateCode } = subject;
  if (county) return { code: county.fips, label: `${county.name}${stateCode ? `, ${stateCode}` : ''}`, kind: 'county' };
  return stateCode ? { code: stateCode, label: stateCode, kind: 'state' } : undefined;
}

export default defineTool({
  title: 'Ask for coverage of a place',
  summary: 'Counts a request for coverage of the county that a place lies in and acknowledges it; returns no records.',
  whenToUse: 'A lane that somebody needs is not covered at a place: leave a demand signal for its county.',
  notFor: 'Not a look-up (svc_coverage_check) and not a message to the makers (svc_agent_feedback).',
  scope: 'meta',
  guide: 'request',
  subject: 'area',
  writes: true,
  examples: [{ title: 'Ask for a county', arguments: { place: 'Biloxi, MS' } }],
  input: inputObject({ place }),
  output: answerOf({
    acknowledged: fact(z.boolean()),
    area: row({ code: z.string(), label: z.string(), kind: z.enum(['county', 'state']) }),
    requests: fact(z.int()),
  }),
  async run(ctx) {
    const { answer } = ctx;
    const area = areaOf(ctx.subject);
    if (!area) {
      return answer.finish({
        state: 'unresolved',
        summary: 'The place is not known to a county or state, so nothing was counted.',
        verifyNext: nextChecks('request-coverage.unresolved'),
      });
    }
    const searchedIn = { area: area.label, recordScope: 'requests for coverage' };
    const counted = await ctx.demand.requestCoverage(area, ctx.now.toISOString().slice(0, 10));
    if (isUnavailable(counted)) {
      answer.addLookup({ state: 'unavailable', source: 'this service', reason: counted.unavailable }, searchedIn);
      return answer.finish({ summary: `The request was not counted: ${counted.unavailable}` });
    }
    const { requests } = counted;
    const key = citeRegistry(ctx, searchedIn);
    return answer.finish({
      summary: `Request counted for ${area.label}; ${requests} so far. Only the ${area.kind} was kept, not the address.`,
      facts: {
        acknowledged: { value: true, citation: key },
        area: { ...area, citation: key },
        requests: { value: requests, unit: 'requests', citation: key },
      },
      verifyNext: [
        { action: 'See what already answers here', with: 'svc_lane_availability' },
        askOffice(ctx.subject, offices.assessor, 'Until then, ask for parcel and values'),
      ],
    });
  },
});
