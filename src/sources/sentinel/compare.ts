import type { Finding, Observation } from '../../kernel/observation.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { dayMs } from '../../kernel/time.ts';

/** New fields and codes that are named; a source that is rebuilt would fill the page. */
const mostNamed = 12;
/** Days beyond a publisher's own rhythm that say nothing: weekends, holidays. */
const patienceDays = 7;

function fieldFindings(card: SourceCard, before: Observation, now: Observation): readonly Finding[] {
  const findings: Finding[] = [];
  const both = before.described && now.described;
  for (const [field, from] of Object.entries(before.fields)) {
    const to = now.fields[field];
    if (to !== undefined && to !== from) findings.push({ code: 'type_changed', field, from, to });
    if (to !== undefined || !both || now.missing.includes(field)) continue;
    // where a card does not say which columns it reads, any of them may be one
    findings.push({ code: card.probe?.columns ? 'field_gone' : 'field_missing', field });
  }
  if (!both) return findings;
  const added = Object.keys(now.fields).filter((field) => before.fields[field] === undefined);
  return [...findings, ...added.slice(0, mostNamed).map((field) => ({ code: 'field_added' as const, field }))];
}

function codeFindings(before: Observation, now: Observation): readonly Finding[] {
  return Object.entries(now.codes).flatMap(([field, { values }]) => {
    const known = before.codes[field];
    if (!known) return [];
    const added = values.filter((value) => !known.values.includes(value));
    const gone = known.values.filter((value) => !values.includes(value));
    return [
      ...added.slice(0, mostNamed).map((to): Finding => ({ code: 'code_value_new', field, to })),
      ...gone.slice(0, mostNamed).map((from): Finding => ({ code: 'code_value_gone', field, from })),
    ];
  });
}

/** The day that the newest date of a source must have reached; undefined where its rhythm is not declared. */
export function expectedDay({ everyDays, lagDays = 0 }: SourceCard, today: string): string | undefined {
  if (everyDays === undefined) return undefined;
  const days = lagDays + 2 * everyDays + patienceDays;
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);
}

/**
 * What is different from what was accepted, and what the card says should be there; pure. Without a baseline only what
 * the card itself declares can be missing or late. A number of rows that is half or less is a drop.
 */
export function compare(
  card: SourceCard,
  before: Observation | undefined,
  now: Observation,
  today: string,
): readonly Finding[] {
  const expected = expectedDay(card, today);
  const dropped =
    before?.rows !== undefined && now.rows !== undefined && before.rows > 1 && now.rows * 2 <= before.rows;
  return [
    ...now.missing.map((field): Finding => ({ code: 'field_missing', field })),
    ...(before ? fieldFindings(card, before, now) : []),
    ...(dropped ? [{ code: 'rows_dropped' as const, from: before?.rows ?? 0, to: now.rows ?? 0 }] : []),
    ...(expected !== undefined && now.newest !== undefined && now.newest < expected
      ? [{ code: 'newest_date_stale' as const, from: expected, to: now.newest }]
      : []),
    ...(before ? codeFindings(before, now) : []),
  ];
}
