import type { PartReading } from '../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { defined } from '../../kernel/defined.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { landlordRules, landlordTopics } from '../../rules/landlord-rules.ts';
import { readTable } from '../../rules/rule-table.ts';
import { coverageLimit, verificationLimit, viewRow } from '../../rules/rule-view.ts';
import type { BriefContext } from '../shared/brief-route.ts';

const limits = [
  "Pointers into a state's statute as it was read, no legal advice: later amendments, the lease and the law of the city decide.",
  'A topic without a row was not read; that does not mean that there is no rule.',
];

/** What was read of the state's statutes on residential tenancies, each row with its page and the day of reading. */
export function readLandlordRules({ subject, now }: BriefContext, slug: RouteName): PartReading {
  const answer = new AnswerBuilder(subject);
  const area = subject.stateCode ?? 'the state of the place';
  const { rows } = readTable(answer, landlordRules, { subject, area, scope: 'residential tenancies', now });
  const statutes = rows.map((hit) =>
    defined({
      topic: landlordTopics[hit.row.topic],
      rule: hit.row.rule,
      exceptions: hit.row.exceptions,
      statute: hit.row.statute,
      checkedOn: hit.row.asOf,
      ...viewRow(answer, hit),
    }),
  );
  return {
    id: 'landlord_statutes',
    tool: slug,
    title: 'Landlord and tenant statutes',
    answer: answer.finish({
      summary:
        statutes.length > 0
          ? `Table of landlord and tenant statutes, ${area}: ${statutes.length} ${statutes.length === 1 ? 'rule was' : 'rules were'} read.`
          : `Table of landlord and tenant statutes: no statute of ${area} was read.`,
      ...(statutes.length > 0 && { facts: { statutes } }),
      limits: [...limits, statutes.length > 0 ? verificationLimit(rows) : coverageLimit(landlordRules)],
      verifyNext: [
        {
          action: 'Read the statute as it stands today and ask for the rules of the city',
          with: 'state legislature and city housing office',
        },
      ],
    }),
  };
}
