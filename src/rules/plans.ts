import { z } from 'zod';
import { once } from '../kernel/memoize.ts';
import { ToolOrRouteNameSchema } from '../kernel/tool-names.ts';
import { listOf, optionalText, text } from './cells.ts';
import { entryNamed, phraseReader } from './phrase-match.ts';
import { tableFile } from './table-file.ts';

export const stages = ['orient', 'subject', 'evidence', 'money', 'timing', 'rules', 'packet'] as const;
export type Stage = (typeof stages)[number];

const groups = ['buying', 'renting', 'owning', 'building', 'land', 'business', 'lending', 'research'] as const;
export type PlanGroup = (typeof groups)[number];

const list = listOf(text).default([]);
const idText = z.string().regex(/^[a-z]+(_[a-z]+)*$/);

/** What a goal can be about: the words that name it in English and Spanish, and the tools and routes that answer it. */
export const planTopics = tableFile('plan-topics', {
  id: idText,
  stage: z.enum(stages),
  tools: listOf(ToolOrRouteNameSchema).default([]),
  question: text,
  phrases: list,
});

type PlanTopic = ReturnType<typeof planTopics>[number];

/** Questions of a topic or of a profile that no tool answers, and the office that does: by its key, or in words. */
export const planOffices = tableFile('plan-offices', {
  of: text,
  action: text,
  office: z
    .enum(['assessor', 'recorder', 'collector', 'planning', 'building', 'housing', 'publicWorks', 'clerk', 'utility'])
    .exactOptional(),
  with: optionalText,
});

export type PlanOffice = ReturnType<typeof planOffices>[number];

/** What a topic means for one profile, where its general question says less. */
export const planReasons = tableFile('plan-reasons', { profile: text, topic: text, question: text });

export interface PlanStep {
  readonly topic: string;
  readonly stage: Stage;
  readonly tool: z.infer<typeof ToolOrRouteNameSchema>;
  readonly why: string;
}

export interface Plan {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** The intent of svc-transaction-follow-up that fits the plan. */
  readonly followUp?: string | undefined;
  readonly steps: readonly PlanStep[];
  readonly offices: readonly PlanOffice[];
}

const topicById = (id: string) => planTopics().find((topic) => topic.id === id);

/** The steps of topics, each tool once, what is for sale last; and the offices of the topics. */
function stepsOf(topics: readonly PlanTopic[], profile?: string) {
  const reasons = planReasons().filter((reason) => reason.profile === profile);
  const byTool = new Map<string, PlanStep>();
  for (const { id, stage, tools, question } of topics) {
    const why = reasons.find(({ topic }) => topic === id)?.question ?? question;
    for (const tool of tools) if (!byTool.has(tool)) byTool.set(tool, { topic: id, stage, tool, why });
  }
  const steps = [...byTool.values()];
  const named = new Set([...(profile ? [profile] : []), ...topics.map(({ id }) => id)]);
  return {
    steps: [...steps.filter(({ stage }) => stage !== 'packet'), ...steps.filter(({ stage }) => stage === 'packet')],
    offices: planOffices().filter(({ of }) => named.has(of)),
  };
}

const rows = tableFile(
  'plan-profiles',
  {
    id: idText,
    title: text,
    group: z.enum([...groups, 'outside']),
    description: text,
    followUp: optionalText,
    topics: list,
    phrases: listOf(text),
    projects: list,
    lanes: list,
  },
  (cells, refuse) => {
    const topics = cells.topics.map((id) => topicById(id) ?? refuse('topics', `plan-topics.csv has no ${id}`));
    return { ...cells, topics, ...stepsOf(topics, cells.id) };
  },
);

type Row = ReturnType<typeof rows>[number];
export type Profile = Row & { readonly group: PlanGroup };

/**
 * Every kind of goal that has a plan of its own, with its steps and offices: svc_suggest_workflow, the prompts and the
 * checks of svc_predevelopment_feasibility are views of it. The ids are published.
 */
export const profiles = (): readonly Profile[] => rows().filter((row): row is Profile => row.group !== 'outside');

export const profileGroups = (): readonly { readonly group: PlanGroup; readonly profiles: readonly Profile[] }[] =>
  groups.map((group) => ({ group, profiles: profiles().filter((profile) => profile.group === group) }));

/** Number of the lines of the table of profiles. */
export const profileCount = (): number => rows().length;

/**
 * The plan of a goal. `profile`: the words name a kind of goal. `topics`: they name none, and the plan is made of the
 * topics that they name. `outside`: they name a subject that no tool of this service is about. `unknown`: none of these.
 */
export type GoalReading =
  | { readonly state: 'profile' | 'topics'; readonly plan: Plan }
  | { readonly state: 'outside'; readonly reason: string }
  | { readonly state: 'unknown' };

/** Topics of a second kind of goal that are added to the first. */
const addedTopics = 6;

const readers = once(() => ({
  kinds: phraseReader(rows(), planTopics()),
  topics: phraseReader(planTopics(), rows()),
}));

export function planFor(goal: string): GoalReading {
  const exact = entryNamed(goal, profiles());
  if (exact) return { state: 'profile', plan: exact };
  const kinds = readers().kinds(goal);
  const foreign = kinds.find(({ group }) => group === 'outside');
  if (foreign) return { state: 'outside', reason: foreign.description };
  const named = readers().topics(goal);
  const [first, second] = kinds;
  const topics = [...(first?.topics ?? []), ...(second?.topics.slice(0, addedTopics) ?? []), ...named];
  if (first) {
    const also = second ? planOffices().filter(({ of }) => of === second.id) : [];
    const { steps, offices } = stepsOf([...new Set(topics)], first.id);
    return { state: 'profile', plan: { ...first, steps, offices: [...offices, ...also] } };
  }
  if (named.length === 0) return { state: 'unknown' };
  const ids = named.map(({ id }) => id.replaceAll('_', ' ')).join(', ');
  return {
    state: 'topics',
    plan: { id: 'topics', title: ids, description: `What the words name: ${ids}.`, ...stepsOf(named) },
  };
}

/** Profiles that are kinds of project, with the local lanes that they look to first. */
export const projectTypes = (): readonly Profile[] =>
  profiles().filter(({ lanes, projects }) => lanes.length > 0 && projects.length > 0);

const projectReader = once(() =>
  phraseReader(projectTypes().map((profile) => ({ ...profile, phrases: profile.projects }))),
);

/** The kind of project that a caller means by a few words; undefined where they name none. */
export function projectTypeOf(words: string | undefined): Profile | undefined {
  const [found] = words === undefined ? [] : projectReader()(words);
  return found && projectTypes().find(({ id }) => id === found.id);
}

const anyProject = 'developer_predevelopment';

/** The profile of a kind of project, or the one of any project. */
export function projectProfile(project: Profile | undefined): Profile {
  const profile = project ?? profiles().find(({ id }) => id === anyProject);
  if (!profile) throw new Error(`plan-profiles.csv has no ${anyProject}`);
  return profile;
}

/** Questions before a project in their order, each with the free tool that answers it. */
export const siteChecks = (project?: Profile) =>
  projectProfile(project).steps.filter(({ stage }) => stage !== 'orient' && stage !== 'packet');
