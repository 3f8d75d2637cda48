import { z } from 'zod';
import type { PartReading } from '../../answers/ask-tools.ts';
import { gapFindings, listedFindings, inOrder as ordered } from '../../findings/engine.ts';
import type { Finding } from '../../findings/finding.ts';
import { searchedWords, summaryOf } from '../../findings/summary.ts';
import { held } from '../../kernel/answer-builder.ts';
import { isChargeable } from '../../kernel/chargeable.ts';
import { isAnswered } from '../../kernel/state.ts';
import { type Subject, viewSubject } from '../../kernel/subject.ts';
import { LedgerEntrySchema, ReportFactSchema, type ReportTable, ReportTableSchema } from '../../reports/sections.ts';
import { factsOf, sectionCitation } from './compose/facts.ts';
import { type Checked, checkedComponent, SourceList } from './compose/ledger.ts';
import { failedWords } from './compose/synthesis.ts';
import { placeName } from './compose/words.ts';
import {
  composeStatusSchema,
  inOrder,
  nextChecksSchema,
  soldSubjectSchema,
  sourcesSchema,
  standsOutField,
} from './sold-body.ts';

const checkedFields = {
  subject: soldSubjectSchema,
  coverage: z.array(
    LedgerEntrySchema.extend({
      says: z.string().optional().describe("Where the sources answered with nothing: the tool's own sentence"),
    }),
  ),
  nextChecks: nextChecksSchema,
  caveats: z.array(z.string()),
};

/** A sold brief: sections of cited facts about one place, each from the free tool that it names. */
export const briefSchema = (kind: string) =>
  z.strictObject({
    kind: z.literal(kind),
    charged: z.literal(true),
    generatedAt: z.string(),
    summary: z.string(),
    ...standsOutField,
    ...checkedFields,
    sections: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        tool: z
          .string()
          .describe('The free tool that answers this section alone; this route itself where it reads the source'),
        note: z.string().describe("The tool's own sentence: what it searched and found"),
        facts: z.array(ReportFactSchema),
        tables: z.array(ReportTableSchema).optional(),
      }),
    ),
    sources: sourcesSchema,
    composeStatus: composeStatusSchema,
  });

/** The free answer where a brief would be too thin to sell. */
export const briefDiagnosticSchema = (kind: string) =>
  z.strictObject({
    kind: z.literal(kind),
    charged: z.literal(false),
    message: z.string(),
    ...checkedFields,
  });

export type Brief = z.infer<ReturnType<typeof briefSchema>>;
export type BriefDiagnostic = z.infer<ReturnType<typeof briefDiagnosticSchema>>;

/** Whether a part brought something that is worth its price. */
export const hasFacts = ({ answer }: PartReading): boolean => isChargeable(answer);

/** Whether a component was queried and its source answered, with something or with nothing. */
export const hasAnswered = ({ answer }: PartReading): boolean => isAnswered(answer.state);

/**
 * Whether an answer counts as evidence: facts, or a searched and empty map or register that reaches every place. A local
 * register that holds nothing of the place is none.
 */
export const isEvidence = (reading: PartReading): boolean =>
  hasAnswered(reading) && (reading.answer.state !== 'empty' || reading.lane === undefined);

/** Whether the source answered, and none of the parts that the component names was without an answer. */
export const hasAnsweredWhole = (reading: PartReading): boolean =>
  hasAnswered(reading) && Object.values(reading.answer.components ?? {}).every(({ state }) => state !== 'unavailable');

const maxChecks = 12;

function checkedParts(subject: Subject, readings: readonly PartReading[], caveats: readonly string[]) {
  const checked = readings.map(checkedComponent);
  // the first check of every component, then the second ones, as far as there is room
  const next = [0, 1].flatMap((order) => readings.flatMap(({ answer }) => answer.verifyNext[order] ?? []));
  const unique = [...new Map(next.map((check) => [`${check.action} ${check.with}`, check])).values()];
  return {
    checked,
    fields: {
      subject: viewSubject(subject),
      coverage: checked.map(({ entry }, index) => {
        const says = entry.status === 'empty' ? readings[index]?.answer.summary : undefined;
        return { ...entry, ...(says && { says }) };
      }),
      nextChecks: inOrder(unique.slice(0, maxChecks)),
      caveats: [
        ...new Set([
          ...held([failedWords(checked)]),
          ...caveats,
          ...(subject.doubts ?? []),
          ...readings.filter(hasAnswered).flatMap(({ answer }) => answer.limits),
        ]),
      ],
    },
  };
}

function sourcesOf(
  { citation }: Subject,
  sections: Brief['sections'],
  readings: readonly PartReading[],
): Brief['sources'] {
  const sources = new SourceList();
  if (citation) sources.add(sectionCitation(citation), 'Matched place');
  for (const { title, answer } of readings.filter(hasAnswered))
    for (const [key, cited] of Object.entries(answer.citations))
      if (key !== answer.subject?.resolvedBy) sources.add(sectionCitation(cited), title);
  for (const { title, facts, tables = [] } of sections)
    for (const cited of [...facts, ...tables.flatMap(({ rows }) => rows)]) sources.add(cited.citation, title);
  return sources.all();
}

export interface BriefMaterial {
  readonly kind: string;
  readonly words: string;
  readonly lead?: string | undefined;
  readonly findings: readonly Finding[];
  readonly now: Date;
  readonly subject: Subject;
  readonly readings: readonly PartReading[];
  readonly tables?: Readonly<Record<string, readonly ReportTable[]>> | undefined;
  readonly caveats: readonly string[];
}

/** Puts a brief together out of the answers of its components. Pure. */
export function composeBrief({
  kind,
  words,
  lead,
  findings: found,
  now,
  subject,
  readings,
  tables: more,
  caveats,
}: BriefMaterial): Brief {
  const { checked, fields } = checkedParts(subject, readings, caveats);
  const findings = ordered([...found, ...gapFindings(subject, fields.coverage)]);
  const searched = searchedWords(placeName(subject), fields.coverage);
  const sections = readings.flatMap((reading): Brief['sections'] => {
    const { id, title, tool, answer } = reading;
    const { facts, tables: own } = factsOf(answer, tool);
    const tables = [...own, ...(more?.[id] ?? [])];
    if (facts.length + tables.length === 0) return [];
    return [
      { id, title, tool, note: answer.summary, facts: [...facts], ...(tables.length > 0 && { tables: [...tables] }) },
    ];
  });
  return {
    kind,
    charged: true,
    generatedAt: now.toISOString(),
    summary: summaryOf({ findings, lead: lead ?? words, searched }),
    standsOut: listedFindings(findings),
    ...fields,
    sections,
    sources: sourcesOf(subject, sections, readings),
    composeStatus: checked.some(({ failed }: Checked) => failed) ? 'degraded' : 'ok',
  };
}

/** Says why no brief is sold, and what was checked to find that out. Pure. */
export function composeDiagnostic(
  { kind, subject, readings, caveats }: Omit<BriefMaterial, 'words' | 'now' | 'lead' | 'findings' | 'tables'>,
  message: string,
): BriefDiagnostic {
  return { kind, charged: false, message, ...checkedParts(subject, readings, caveats).fields };
}
