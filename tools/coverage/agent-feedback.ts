import { z } from 'zod';
import { personalContent } from '../../src/answers/personal-content.ts';
import { citeRegistry } from '../../src/answers/registry-citation.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, words } from '../../src/catalog/inputs.ts';
import { answerOf, fact } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { argumentFault, ServiceError } from '../../src/kernel/errors.ts';
import { isUnavailable } from '../../src/kernel/ports/demand.ts';
import { cleanText } from '../../src/kernel/text.ts';
import { unknownNamesIn } from '../../src/kernel/tool-names.ts';

const kinds = ['helpful', 'not_helpful', 'ux_gap', 'schema_issue', 'coverage_gap', 'docs_issue', 'idea'] as const;
const targetName = z.string().trim().min(1).max(80);
const bullets = z.array(z.string().trim().min(1).max(200)).max(8);

const searchedIn = { area: 'this service', recordScope: 'product notes' };

function* textsOf(input: Readonly<Record<string, unknown>>): Generator<readonly [path: string, text: string]> {
  for (const [path, value] of Object.entries(input)) {
    if (typeof value === 'string') yield [path, value];
    if (Array.isArray(value)) for (const [at, text] of value.entries()) yield [`${path}.${at}`, String(text)];
  }
}

export default defineTool({
  title: 'Leave a product note',
  summary: 'Keeps a short product note about a tool: what helped, what did not, a gap or an idea.',
  whenToUse: 'A tool, a schema, a document or a gap deserves a remark to the makers of this service.',
  notFor:
    'Not for places, addresses, e-mail addresses, wallets or proofs; to ask for a place use svc_request_coverage.',
  scope: 'meta',
  guide: 'feedback',
  subject: 'none',
  writes: true,
  closedWorld: true,
  examples: [
    {
      title: 'A remark on a tool',
      arguments: { kind: 'ux_gap', target: 'svc_flood_zone', summary: 'The answer should name the panel first.' },
    },
  ],
  input: inputObject({
    kind: z.enum(kinds).describe('What the note is about'),
    target: targetName.optional().describe('Tool, route or document that the note is about'),
    tool: targetName.optional().describe('Alias of target'),
    toolName: targetName.optional().describe('Alias of target'),
    summary: words(3, 1000).describe('The note, up to 1000 characters; no place, no person'),
    helpful: bullets.optional().describe('Short bullets: what helped'),
    unhelpful: bullets.optional().describe('Short bullets: what did not'),
    idea: words(1, 1000).optional().describe('What would make it better'),
    client: words(1, 80).optional().describe('Name of the calling program, no person'),
  }),
  output: answerOf({
    noteId: fact(z.string()),
    kind: fact(z.enum(kinds)),
    target: fact(z.string()).optional(),
  }),
  async run(ctx, input) {
    const issues: { path: string; code: string; message: string }[] = [];
    for (const [path, text] of textsOf(input)) {
      const kind = await personalContent(text);
      if (kind) issues.push({ path, code: 'personal_content', message: `looks like ${kind}; leave it out` });
    }
    if (issues.length > 0) {
      throw new ServiceError('invalid_arguments', {
        detail: `A product note takes no place, contact, wallet or proof: ${issues.map(({ path, message }) => `${path} ${message}`).join('; ')}`,
        issues,
      });
    }
    const target = input.target ?? input.tool ?? input.toolName;
    const [unknown] = unknownNamesIn((target ?? '').toLowerCase());
    if (unknown !== undefined) {
      const path = input.target ? 'target' : input.tool ? 'tool' : 'toolName';
      throw argumentFault(path, 'unknown_name', `there is no tool or route ${unknown}`);
    }
    const kept = await ctx.demand.feedback(
      {
        kind: input.kind,
        summary: cleanText(input.summary, 1000),
        ...(target && { target: cleanText(target, 80) }),
        ...(input.helpful && { helpful: input.helpful.map((text) => cleanText(text, 200)) }),
        ...(input.unhelpful && { unhelpful: input.unhelpful.map((text) => cleanText(text, 200)) }),
        ...(input.idea && { idea: cleanText(input.idea, 1000) }),
        ...(input.client && { client: cleanText(input.client, 80) }),
      },
      ctx.now.toISOString(),
    );
    const answer = new AnswerBuilder();
    if (isUnavailable(kept)) {
      answer.addLookup({ state: 'unavailable', source: 'this service', reason: kept.unavailable }, searchedIn);
      return answer.finish({ summary: `The note was not kept: ${kept.unavailable}` });
    }
    const { id } = kept;
    const key = citeRegistry({ answer, now: ctx.now }, searchedIn);
    return answer.finish({
      summary: `The note was kept as ${id}.`,
      facts: {
        noteId: { value: id, citation: key },
        kind: { value: input.kind, citation: key },
        target: target ? { value: target, citation: key } : undefined,
      },
    });
  },
});
