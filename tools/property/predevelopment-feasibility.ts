import { z } from 'zod';
import { availabilityAt, viewPlace } from '../../src/answers/availability.ts';
import { askOffice, offices } from '../../src/answers/offices.ts';
import { officesOf, wording } from '../../src/answers/plan-steps.ts';
import { notCoveredNote, registryCitation } from '../../src/answers/registry-citation.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, words } from '../../src/catalog/inputs.ts';
import { answerOf, fact, rows } from '../../src/kernel/answer.ts';
import { filled } from '../../src/kernel/nearby-shape.ts';
import { type Profile, projectTypeOf, projectTypes, siteChecks } from '../../src/rules/plans.ts';
import { projectRules } from '../../src/rules/project-rules.ts';
import { ruleRow, viewRow } from '../../src/rules/rule-view.ts';
import { sourceCards } from '../../src/sources/cards.ts';

const untyped = `No list of its own for these words: the general list is given. Kinds with their own: ${projectTypes()
  .map(({ title }) => title)
  .join(', ')}.`;

const rulesFor = (project: Profile | undefined) =>
  projectRules.rows.filter(({ projects }) => project !== undefined && projects.includes(project.id));

export default defineTool({
  title: 'Predevelopment plan of checks',
  summary:
    'Checks, order, offices and federal rules of a kind of project at a site: drive-through, apartments, data center ...',
  whenToUse: 'Before a project: which official questions are open for this site, and which can be answered now?',
  notFor: 'Not a feasibility decision, an entitlement opinion or an estimate; run the named tools for the facts.',
  scope: 'meta',
  subject: 'area',
  examples: [
    {
      title: 'Plan for an address',
      arguments: { address: '222 W Hargett St, Raleigh, NC 27601', projectType: 'mixed use' },
    },
  ],
  input: atAddress({
    projectType: words(1, 160)
      .optional()
      .describe(
        'What is planned, in a few words: "drive-through", "apartments", "solar field" ...; it chooses checks, order, offices and rules',
      ),
  }),
  output: answerOf({
    project: fact(z.string()).optional().describe('The kind of project that the words were read as'),
    checks: rows({
      topic: z.string(),
      question: z.string(),
      tool: z.string(),
      available: z.enum(['yes', 'varies', 'not_covered', 'degraded']),
      why: z.string().optional(),
    }),
    offices: rows({ action: z.string(), with: z.string(), url: z.string().optional() })
      .optional()
      .describe('Whom to ask next about this kind of project, in order'),
    rules: z
      .array(ruleRow({ rule: z.string(), statute: z.string() }))
      .optional()
      .describe('Federal rules that meet this kind of project anywhere, read in their text; not all that apply'),
  }),
  async run(ctx, { projectType }) {
    const { subject, answer } = ctx;
    const project = projectTypeOf(projectType);
    const view = await viewPlace(subject, ctx);
    const judge = availabilityAt(view, ctx, sourceCards);
    const registry = registryCitation(ctx.now);
    const citation = answer.cite(registry);
    const checks = siteChecks(project).flatMap(({ topic, why: question, tool }) => {
      const entry = ctx.catalog.find(tool);
      if (!entry) return [];
      const { bucket, why } = judge(entry);
      const word = wording[bucket];
      const available = word === 'national' || word === 'available' ? 'yes' : word;
      const reason = available === 'yes' ? undefined : why;
      return [{ topic: topic.replaceAll('_', ' '), question, tool, available, why: reason, citation }];
    });
    const ready = checks.filter((check) => check.available === 'yes').length;
    const rules = rulesFor(project).map((row) => ({
      statute: row.statute ?? row.page.name,
      ...viewRow(answer, { row, fit: 'whole' }, ['rule']),
    }));
    answer.note({ source: registry.sourceName, area: placeWords(subject), state: 'found' });
    answer.count('found');
    if (view.unsure) answer.count('partial');
    return answer.finish({
      summary: `${checks.length} checks${project ? ` of the kind "${project.title}"` : ''} are planned for ${placeWords(subject)}: ${ready} can be queried now, ${checks.length - ready} vary, lack a source or are degraded here.`,
      facts: {
        project: project && { value: project.id, note: project.title, citation },
        checks,
        offices: project && officesOf(project.offices, subject).map((step) => ({ ...step, citation })),
        rules: filled(rules),
      },
      limits: [notCoveredNote, projectType !== undefined && !project && untyped, view.unsure && view.unsure],
      verifyNext: [
        { action: 'Run the checks in this order', with: 'the tools named in checks' },
        askOffice(subject, offices.planning, 'Ask for a pre-application meeting'),
      ],
    });
  },
});
