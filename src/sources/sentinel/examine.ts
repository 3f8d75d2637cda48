import {
  degrades,
  type Finding,
  type FindingCode,
  findingText,
  type SourceFindings,
} from '../../kernel/observation.ts';
import type { Baseline } from '../../kernel/ports/sentinel.ts';
import type { SourceAccess, SourceHealth } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { compare } from './compare.ts';
import { type Look, lookAt } from './observe.ts';

type Verdict = SourceHealth['verdict'];

const verdicts: Readonly<Record<FindingCode, Verdict>> = {
  field_missing: 'shape_changed',
  type_changed: 'shape_changed',
  question_refused: 'shape_changed',
  not_json: 'shape_changed',
  error_answered: 'shape_changed',
  moved: 'moved',
  token_required: 'refuses',
  rate_limited: 'refuses',
  unreachable: 'unreachable',
  rows_dropped: 'incomplete',
  no_rows: 'incomplete',
  newest_date_stale: 'out_of_date',
  field_gone: 'answers',
  field_added: 'answers',
  code_value_new: 'answers',
  code_value_gone: 'answers',
};

/** Findings that are named in one sentence. */
const mostNamed = 4;

const wordsOf = (findings: readonly Finding[]) => {
  const left = findings.length - mostNamed;
  return `${findings.slice(0, mostNamed).map(findingText).join('; ')}${left > 0 ? `; ${left} more` : ''}`;
};

export interface Examined {
  readonly look: Look;
  readonly findings: readonly Finding[];
}

/** Looks at one source and holds it against what was accepted of it and what its card declares. */
export async function examineCard(
  card: SourceCard,
  access: SourceAccess,
  baseline: Baseline | undefined,
  today: string,
): Promise<Examined> {
  const look = await lookAt(card, access, today);
  if (look.state === 'failed') return { look, findings: [look.finding] };
  if (look.state !== 'seen') return { look, findings: [] };
  return { look, findings: [...look.findings, ...compare(card, baseline?.observation, look.observation, today)] };
}

function reasonOf(card: SourceCard, { look, findings }: Examined): string | undefined {
  if (look.state !== 'seen') return look.reason;
  const missing = findings.flatMap(({ code, field }) => (code === 'field_missing' && field ? [field] : []));
  if (missing.length > 0) return `${card.name} answers without ${missing.slice(0, 3).join(', ')}.`;
  const wrong = findings.filter(degrades);
  return wrong.length > 0 ? `${card.name}: ${wordsOf(wrong)}.` : undefined;
}

/** The doctor's finding about one source. */
export function healthOf(card: SourceCard, examined: Examined, checkedAt: string): SourceHealth {
  const { look, findings } = examined;
  const first = findings.find(degrades);
  const found: Verdict = first ? verdicts[first.code] : 'answers';
  const verdict =
    look.state === 'not_asked' && look.needsKey ? 'needs_key' : look.state === 'seen' || first ? found : 'unknown';
  const reason = reasonOf(card, examined);
  return { cardId: card.id, verdict, checkedAt, ...(reason !== undefined && { reason }) };
}

/** What the last round's findings say of a source; undefined where they do not keep it from being believed. */
export function healthOfFindings({ cardId, findings, checkedAt, since }: SourceFindings): SourceHealth | undefined {
  const wrong = findings.filter(degrades);
  const [first] = wrong;
  return first && { cardId, verdict: verdicts[first.code], checkedAt, since, reason: wordsOf(wrong) };
}
