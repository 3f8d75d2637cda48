import { viewPlace } from '../../answers/availability.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { Subject } from '../../kernel/subject.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import type { Jurisdiction } from '../../places/schema/jurisdiction.ts';
import { appealWindows } from '../../rules/appeal-windows.ts';
import { type CitedRow, type RowScope, rowCitation } from '../../rules/cited-row.ts';
import { ordinanceTopic, ordinanceTopics } from '../../rules/ordinance-topics.ts';
import { leakAdjustments, ownerPrograms, permitRules, utilityCredits } from '../../rules/program-tables.ts';
import { fitOf } from '../../rules/rule-fit.ts';
import { pointersFor } from '../../rules/rule-pointers.ts';
import type { RuleTable } from '../../rules/rule-table.ts';
import { lawTables } from '../../rules/state-laws.ts';
import { taxRates } from '../../rules/tax-rates.ts';
import { specialValuation, taxCalendars, taxRedemption, taxSales } from '../../rules/tax-tables.ts';
import { type BriefContext, type ExtraReadings, ownReading } from '../shared/brief-route.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import { type PolicyFields, type RuleRead, ruleLevels } from './schema.ts';

/** Rules of one topic that are listed, and of all topics. */
const mostOfTopic = 6;
const mostRules = 36;
const mostPointers = 12;

interface Topic {
  readonly id: string;
  readonly name: string;
  readonly rows: readonly { readonly row: CitedRow; readonly says: string }[];
}

const topic = <R extends CitedRow>(
  table: RuleTable<R>,
  saysOf: (row: R) => readonly (string | undefined)[],
): Topic => ({
  id: table.id,
  name: table.name,
  get rows() {
    return table.rows.map((row) => ({ row, says: saysOf(row).filter(Boolean).join('; ') }));
  },
});

/** Tables of rules that belong to a place, in the order in which a reader of its policy would ask. */
const topics: readonly Topic[] = [
  topic(permitRules, ({ rule, conditions }) => [rule, conditions]),
  topic(taxCalendars, ({ title, rule }) => [`${title}: ${rule}`]),
  topic(taxRates, ({ body, dollarsPer100, taxYear, from, to, note }) => [
    `${body}: ${dollarsPer100} dollars for each 100 dollars of value, tax year ${taxYear}, from ${from}${to ? ` to ${to}` : ''}`,
    note,
  ]),
  topic(appealWindows, ({ body, note }) => [`Appeals go to ${body}`, note]),
  topic(ownerPrograms, ({ program, amount, eligibility }) => [program, amount, eligibility]),
  topic(specialValuation, ({ title, rule, afterwards }) => [`${title}: ${rule}`, afterwards]),
  topic(taxSales, ({ event, rule }) => [`${event}: ${rule}`]),
  topic(taxRedemption, ({ saleType, redemption }) => [`${saleType}: ${redemption}`]),
  topic(utilityCredits, ({ program, benefit, eligibility }) => [program, benefit, eligibility]),
  ...Object.values(lawTables).map((table) =>
    topic(table, ({ about, rule, appliesTo, timing, conditions, exceptions }) => [
      rule ? `${about}: ${rule}` : about,
      appliesTo,
      timing,
      conditions,
      exceptions && `except: ${exceptions}`,
    ]),
  ),
  topic(leakAdjustments, ({ utility, rule, limit }) => [`${utility}: ${rule}`, limit]),
];

const levelOf = ({ place, counties }: RowScope): RuleRead['level'] => (place ? 'city' : counties ? 'county' : 'state');

/** The rules of a place and its state that were read, nearest first within each topic. A rule of all the country is none. */
export function rulesRead(subject: Subject): readonly RuleRead[] {
  return topics.flatMap(({ name, rows }) =>
    rows
      .flatMap(({ row, says }): RuleRead[] => {
        const { scope, statute, quote, verification, asOf, page } = row;
        const fit = scope.state ? fitOf(scope, subject) : undefined;
        if (!fit) return [];
        return [
          {
            topic: name,
            level: levelOf(scope),
            place: scope.name,
            says,
            ...(quote && { quote }),
            ...(statute && { statute }),
            verification,
            readOn: asOf,
            ...(page.edition && { edition: page.edition }),
            ...(fit === 'part' && { mayNotApply: true as const }),
            citation: sectionCitation(rowCitation(row)),
          },
        ];
      })
      .toSorted((a, b) => ruleLevels.indexOf(a.level) - ruleLevels.indexOf(b.level)),
  );
}

/** Whether a rule of the very place or its state was read: neither of all the country nor of another part of it. */
export const hasRuleOfPlace = (rules: readonly RuleRead[]): boolean => rules.some(({ mayNotApply }) => !mayNotApply);

/** A page, and not the front page of a site. */
function isPage(url: string): boolean {
  const { pathname, search } = new URL(url);
  return pathname !== '/' || search !== '';
}

/** The rules that were read, and where to look for those that were not. Pure. */
export function policyFields(subject: Subject, places: readonly Jurisdiction[]): PolicyFields {
  const rules = rulesRead(subject);
  const ofTopic = (rule: RuleRead, at: number) =>
    rules.slice(0, at).filter((before) => before.topic === rule.topic).length < mostOfTopic;
  const shown = rules.filter(ofTopic).slice(0, mostRules);
  const pages = new Map(
    places.flatMap(({ policySources }) =>
      policySources.filter(({ url }) => isPage(url)).map((page) => [page.url, page] as const),
    ),
  );
  return {
    rulesRead: shown,
    ...(rules.length > shown.length && { rulesReadLeftOut: rules.length - shown.length }),
    notRead: {
      pages: [...pages.values()]
        .map(({ level, name, url }) => ({ level, name, url }))
        .toSorted((a, b) => ruleLevels.indexOf(a.level) - ruleLevels.indexOf(b.level)),
      topics: ordinanceTopics.map(ordinanceTopic).map(({ topic: name, terms, office }) => ({
        topic: name,
        searchFor: [...terms],
        ask: office,
      })),
      pointers: topics
        .flatMap(({ id, name }) => pointersFor(id, subject).map((pointer) => ({ name, pointer })))
        .slice(0, mostPointers)
        .map(({ name, pointer: { about, scope, statute, office, officeUrl } }) => ({
          topic: name,
          about,
          place: scope.name,
          ...(statute && { statute }),
          ask: office,
          url: officeUrl,
        })),
    },
  };
}

const slug: RouteName = 'svc-local-policy-brief';

interface PolicyReading extends ExtraReadings {
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
  const part = ownReading({ id: 'rules_read', tool: slug, title: 'Rules that were read' }, answer, {
    state: rules.length === 0 && 'empty',
    summary: `${many(rules.length, 'rule')} of the place and its state in ${many(topics.length, 'table')} ${rules.length === 1 ? 'was' : 'were'} read in a statute or on an official page.`,
    about: 'local-policy-brief.governments',
  });
  return { readings: [part], places: jurisdictions };
}

/** The rules in one sentence. */
export function policyLead(subject: Subject): string {
  const read = rulesRead(subject);
  const levels = (['city', 'county', 'state'] as const).flatMap((level) => {
    const count = read.filter((rule) => rule.level === level).length;
    return count > 0 ? [`${count} of the ${level}`] : [];
  });
  const topics = new Set(read.map(({ topic }) => topic)).size;
  return `${many(read.length, 'rule')} on ${many(topics, 'topic')} ${read.length === 1 ? 'was' : 'were'} read with page and statute: ${levels.join(', ')}.`;
}
