import { findingText, type SourceFindings } from '../../kernel/observation.ts';
import type { SourceCard } from '../../kernel/source-card.ts';

function counted(entries: readonly SourceFindings[]) {
  const of = (...states: readonly SourceFindings['state'][]) =>
    entries.filter(({ state }) => states.includes(state)).length;
  return {
    fine: of('fine'),
    changed: of('changed'),
    degraded: of('degraded'),
    notAsked: of('not_asked', 'no_question'),
  };
}

/**
 * The public state of the sources: when they were last looked at, and for each what was found, since when, in codes and
 * in words. Sources that are no longer configured are left out; before the first round `checkedAt` is null.
 */
export function statusDocument(
  version: string,
  cards: readonly SourceCard[],
  latest: readonly SourceFindings[],
): object {
  const names = new Map(cards.map(({ id, name }) => [id, name]));
  const entries = latest.filter(({ cardId }) => names.has(cardId));
  const times = entries.map(({ checkedAt }) => checkedAt).sort();
  return {
    service: 'place-records',
    version,
    checkedAt: times.at(-1) ?? null,
    wired: cards.length,
    ...counted(entries),
    note: 'A source that is degraded does not make the service unready: its tools say so in their answers. A source that was not queried needs a key that is not configured, or has no question that is cheap enough to ask.',
    sources: entries.map(({ cardId, state, since, checkedAt, findings }) => ({
      id: cardId,
      name: names.get(cardId),
      state,
      since,
      checkedAt,
      findings: findings.map((finding) => ({ ...finding, text: findingText(finding) })),
    })),
  };
}
