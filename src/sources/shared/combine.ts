import { hasData, type Lookup } from '../../kernel/lookup.ts';

type DataOf<L> = L extends { readonly state: 'found'; readonly data: infer T } ? T : never;
type Further<O> = { readonly [K in keyof O]?: DataOf<O[K]> };

/**
 * Several questions to one source as one lookup with one citation. The main question decides found, empty or
 * unavailable; a further question that failed makes the whole `partial` and names itself in the reason.
 * The citation's `fetchedAt` is the oldest of the readings.
 */
export function combineLookups<M, O extends Record<string, Lookup<unknown>>>(
  main: Lookup<M>,
  further: O,
): Lookup<{ readonly main: M; readonly further: Further<O> }> {
  if (!hasData(main)) return main;
  const data: Record<string, unknown> = {};
  const reasons: string[] = 'reason' in main ? [main.reason] : [];
  const failures = new Map<string, string[]>();
  const hasFailed = (lookup: Lookup<unknown>) =>
    lookup.state === 'unavailable' || ('missing' in lookup && lookup.missing === 'failed');
  const failed = hasFailed(main) || Object.values(further).some(hasFailed);
  const notes = [main, ...Object.values(further)].flatMap((lookup) => ('notes' in lookup ? (lookup.notes ?? []) : []));
  let fetchedAt = main.citation.fetchedAt;
  for (const [name, lookup] of Object.entries(further)) {
    if (hasData(lookup)) data[name] = lookup.data;
    if ('citation' in lookup && lookup.citation.fetchedAt < fetchedAt) fetchedAt = lookup.citation.fetchedAt;
    if ('reason' in lookup && lookup.reason && lookup.state !== 'empty') {
      failures.set(lookup.reason, [...(failures.get(lookup.reason) ?? []), name]);
    }
  }
  for (const [reason, names] of failures) reasons.push(`${names.join(', ')}: ${reason}`);
  const shared = { citation: { ...main.citation, fetchedAt }, ...(notes.length > 0 && { notes: [...new Set(notes)] }) };
  const whole = { main: main.data, further: data as Further<O> };
  if (reasons.length === 0) return { state: 'found', data: whole, ...shared };
  return {
    state: main.state === 'stale' ? 'stale' : 'partial',
    data: whole,
    ...shared,
    reason: reasons.join(' '),
    ...(failed && { missing: 'failed' as const }),
  };
}
