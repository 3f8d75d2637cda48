import type { ToolContext } from '../../catalog/context.ts';
import type { Answer } from '../../kernel/answer.ts';
import { within } from '../../kernel/bounded.ts';
import { isPointSubject, type Subject } from '../../kernel/subject.ts';
import { argumentsFor, type ComponentChoice } from './compose/components.ts';
import type { ComponentReading } from './compose/material.ts';

type Context = Pick<ToolContext, 'catalog' | 'call' | 'log' | 'signal' | 'progress'>;

/** The answer of a component that was not asked, failed or was late: a state and the sentence that says why. */
export const unanswered = (state: Answer['state'], summary: string): Answer => ({
  state,
  summary,
  citations: {},
  searched: [],
  limits: [],
  verifyNext: [],
});

/** Runs one job under the limit; what fails or is late becomes the given answer. */
export async function guarded<T>(
  ctx: Context,
  limitMs: number,
  job: Promise<T>,
  what: string,
  instead: (why: string) => T,
): Promise<T> {
  const safe = job.catch((error: unknown) => {
    if (ctx.signal.aborted) throw error;
    ctx.log.error({ err: error, component: what }, 'component of a composite failed');
    return instead('It failed inside this service.');
  });
  return within(limitMs, safe, () => instead(`It did not answer within ${Math.round(limitMs / 1000)} seconds.`));
}

/**
 * Asks free tools about one place, all at the same time and none for longer than `limitMs`. A tool that the registry
 * does not have is left out; one that cannot be asked about this place, fails or is late answers so in its state.
 */
export async function askComponents(
  ctx: Context,
  choices: readonly ComponentChoice[],
  place: { readonly subject: Subject; readonly address?: string | undefined },
  limitMs: number,
): Promise<readonly ComponentReading[]> {
  const { subject, address } = place;
  const point = isPointSubject(subject);
  const readings = await Promise.all(
    choices.map(async ({ tool, title, lane, more }): Promise<ComponentReading | undefined> => {
      const entry = ctx.catalog.find(tool);
      if (!entry) return undefined;
      const id = tool.replace(/^svc_/, '');
      const reading = (answer: Answer): ComponentReading => ({ id, tool, title, ...(lane && { lane }), answer });
      const args = argumentsFor(entry.arguments, {
        address,
        zip: subject.zip,
        ...(point && { latitude: subject.latitude, longitude: subject.longitude }),
        stateCode: subject.stateCode,
        countyName: subject.county?.name,
        countyFips: subject.county?.fips,
        matched: subject.precision === 'address',
      });
      if (!args || (!point && entry.subject === 'point')) {
        return reading(unanswered('unresolved', `${title} takes an address, and the place is known to its area only.`));
      }
      const answer = await guarded(ctx, limitMs, ctx.call(tool, { ...args, ...more }), tool, (why) =>
        unanswered('unavailable', `${title}: ${why}`),
      );
      ctx.progress(title);
      return reading(answer);
    }),
  );
  return readings.filter((reading) => reading !== undefined);
}
