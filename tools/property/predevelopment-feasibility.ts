import { z } from 'zod';
import { availabilityAt, viewPlace } from '../../src/answers/availability.ts';
import { askOffice, offices } from '../../src/answers/offices.ts';
import { notCoveredNote, registryCitation } from '../../src/answers/registry-citation.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { siteChecks } from '../../src/rules/site-checks.ts';
import { sourceCards } from '../../src/sources/cards.generated.ts';

const facts = z.strictObject({
  checks: z.array(
    row({
      topic: z.string(),
      question: z.string(),
      tool: z.string(),
      available: z.enum(['yes', 'varies', 'not_covered', 'degraded']),
      why: z.string().optional(),
    }),
  ),
});

const limits = [
  'A plan of checks: nothing was asked about the site itself, nothing is decided, and no order of merit is given.',
  'The project type frames the question in words only; it does not change the list.',
];

const wording = {
  national: 'yes',
  local: 'yes',
  varies: 'varies',
  notCovered: 'not_covered',
  degraded: 'degraded',
} as const;

export default defineTool({
  title: 'Predevelopment plan of checks',
  summary: 'Which checks a project can put to a site, which tool asks each, and whether it can answer here.',
  whenToUse: 'Before a project: which official questions are open for this site, and which can be answered now?',
  notFor: 'Not a feasibility decision, an entitlement opinion or an estimate; run the named tools for the facts.',
  synonyms: ['due diligence checklist', 'can I build', 'site feasibility', 'entitlement checklist', 'development plan'],
  scope: 'meta',
  subject: 'area',
  sources: [],
  limits,
  examples: [
    {
      title: 'Plan for an address',
      arguments: { address: '222 W Hargett St, Raleigh, NC 27601', projectType: 'mixed use' },
    },
  ],
  input: atAddress({
    projectType: z.string().trim().min(1).max(160).optional().describe('What is planned, in words; framing only'),
  }),
  output: answerSchema({ facts }),
  async run(ctx) {
    const { subject } = ctx;
    const answer = new AnswerBuilder(subject);
    const view = await viewPlace(subject, ctx);
    const judge = availabilityAt(view, ctx, sourceCards);
    const registry = registryCitation(ctx.now);
    const citation = answer.cite(registry);
    const checks = siteChecks.flatMap((check) => {
      const entry = ctx.catalog.find(check.tool);
      if (!entry) return [];
      const { bucket, why } = judge(entry);
      const available = wording[bucket];
      return [{ ...check, available, ...(available !== 'yes' && { why }), citation }];
    });
    const ready = checks.filter((check) => check.available === 'yes').length;
    answer.note({ source: registry.sourceName, area: placeWords(subject), state: 'found' });
    answer.count('found');
    if (view.unsure) answer.count('partial');
    return answer.finish({
      summary: `${checks.length} checks are planned for ${placeWords(subject)}: ${ready} can be asked now, ${checks.length - ready} vary, lack a source or are degraded here.`,
      facts: { checks },
      limits: [...limits, notCoveredNote, ...(view.unsure ? [view.unsure] : [])],
      verifyNext: [
        { action: 'Run the checks, parcel and zoning first', with: 'the tools named in checks' },
        askOffice(subject, offices.planning, 'Ask for a pre-application meeting'),
      ],
    });
  },
});
