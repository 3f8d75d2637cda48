import type { PartReading } from '../../answers/ask-tools.ts';
import { viewPlace } from '../../answers/availability.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import type { Jurisdiction } from '../../places/schema/jurisdiction.ts';
import { limitsOf } from '../../rules/limits.ts';
import type { BriefContext, ExtraReadings } from '../shared/brief-route.ts';
import { rulesRead } from './rules-read.ts';

const slug: RouteName = 'svc-local-policy-brief';

export interface PolicyReading extends ExtraReadings {
  readonly places: readonly Jurisdiction[];
}

/** The rules that were read, as a part of the brief, and the places whose rules they can be. */
export async function readPolicy(ctx: BriefContext): Promise<PolicyReading> {
  const { subject } = ctx;
  const { jurisdictions } = await viewPlace(subject, ctx);
  const rules = rulesRead(subject);
  const answer = new AnswerBuilder(subject);
  const topics = [...new Set(rules.map(({ topic }) => topic))];
  for (const topic of topics) {
    const of = rules.filter((rule) => rule.topic === topic);
    answer.note({
      source: `Table of ${topic} of this service`,
      area: 'the place and its state',
      state: 'found',
      reason: many(of.length, 'rule'),
    });
    answer.count('found');
  }
  const first = rules[0];
  const part: PartReading = {
    id: 'rules_read',
    tool: slug,
    title: 'Rules that were read',
    answer: answer.finish({
      ...(!first && { state: 'empty' as const }),
      summary: `${many(rules.length, 'rule')} of the place and its state in ${many(topics.length, 'table')} ${rules.length === 1 ? 'was' : 'were'} read in a statute or on an official page.`,
      limits: limitsOf('local-policy-brief.governments'),
    }),
  };
  return { readings: [part], places: jurisdictions };
}

/** The rules in one sentence. */
export function policyLead(subject: BriefContext['subject']): string {
  const read = rulesRead(subject);
  const levels = (['city', 'county', 'state'] as const).flatMap((level) => {
    const count = read.filter((rule) => rule.level === level).length;
    return count > 0 ? [`${count} of the ${level}`] : [];
  });
  const topics = new Set(read.map(({ topic }) => topic)).size;
  return `${many(read.length, 'rule')} on ${many(topics, 'topic')} ${read.length === 1 ? 'was' : 'were'} read with page and statute: ${levels.join(', ')}.`;
}
