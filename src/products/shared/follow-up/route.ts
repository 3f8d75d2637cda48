import { z } from 'zod';
import type { ToolContext } from '../../../catalog/context.ts';
import { pickFields } from '../../../fields/table.ts';
import { searchedWords, summaryOf } from '../../../findings/summary.ts';
import { hashJson } from '../../../kernel/canonical.ts';
import { defined } from '../../../kernel/defined.ts';
import { filled } from '../../../kernel/nearby-shape.ts';
import type { Subject } from '../../../kernel/subject.ts';
import { hasAnswered } from '../brief.ts';
import { factsOf } from '../compose/facts.ts';
import { checkedComponent } from '../compose/ledger.ts';
import { failedWords, timelineOf } from '../compose/synthesis.ts';
import { placeName, plural } from '../compose/words.ts';
import { type AskedPlace, type Asking, gatherDeciding, gatherPacket } from './gather.ts';
import {
  answeredNone,
  type PacketMaterial,
  type PacketReading,
  packetFindings,
  packetItems,
  stateOf,
  thresholdOf,
} from './material.ts';
import { profileOf } from './parts.ts';
import {
  type CallerContext,
  type FollowUpGroup,
  type FollowUpItem,
  followUpGroups,
  type Packet,
  PacketSchema,
  type PacketSubject,
  type SoldFollowUp,
  SoldFollowUpSchema,
} from './schema.ts';

const titles: Readonly<Record<FollowUpGroup, string>> = {
  subject_identity: 'Which place this is',
  use_occupancy_permits: 'Use, occupancy and permits',
  physical_land: 'Land and mapped hazards',
  environmental_records: 'Environmental records',
  access_infrastructure: 'Access and utilities',
  change_policy: 'Change and policy around it',
  cost_transfer_timing: 'Cost, transfer and dates',
  area_operating_context: 'Surroundings',
};

const boundary =
  'What named public records state on the dates beside each fact, and the questions that follow from them by fixed rules. No title search, survey, inspection, appraisal, legal advice or finding of compliance; an answer without records says only that the named source holds none in its search extent.';

/** What was queried and not answered whole, as questions; a gap that already is an item is not said twice. */
function questionsOf({ components, context }: PacketMaterial): string[] {
  const gaps = components.flatMap(({ reading, gapQuestion }) => {
    const { entry } = checkedComponent(reading);
    const label = entry.label.toLowerCase();
    const why = entry.reason ? ` ${entry.reason}` : '';
    if (answeredNone.has(reading.answer.state)) {
      return gapQuestion ? [] : [`What do the records say about ${label}?${why}`];
    }
    const leftOut = reading.answer.facts?.leftOut;
    return [
      ...(entry.complete ? [] : [`What lies beyond the part of ${label} that was read?${why}`]),
      ...(typeof leftOut === 'number' && leftOut > 0
        ? [`What do the ${leftOut} further entries of ${label} say? They are on record and not listed here.`]
        : []),
    ];
  });
  return [
    ...gaps,
    ...(context.suiteOrUnit
      ? [
          'Which of these records concern the suite or unit that was named? They are kept for the parcel or its address.',
        ]
      : []),
  ];
}

function groupsOf(components: readonly PacketReading[]): Packet['groups'] {
  return followUpGroups.flatMap((group) => {
    const own = components.filter((one) => one.group === group);
    if (own.length === 0) return [];
    return {
      group,
      title: titles[group],
      answeredComponents: own.filter(({ reading }) => hasAnswered(reading)).length,
      components: own.map(({ counts, reading }) => {
        const { facts, tables } = factsOf(reading.answer, reading.tool);
        return {
          coverage: checkedComponent(reading).entry,
          counts,
          note: reading.answer.summary,
          facts: [...facts],
          ...(tables.length > 0 && { tables: [...tables] }),
        };
      }),
    };
  });
}

function subjectOf(subject: Subject, established: PacketMaterial['established']): PacketSubject {
  const { stateCode: state, county, candidates } = subject;
  return defined({
    ...pickFields(subject, 'input', 'resolved', 'latitude', 'longitude', 'precision'),
    ...{ state, countyFips: county?.fips, countyName: county?.name },
    candidates: filled(candidates)?.map(({ label }) => label),
    ...established,
  });
}

/** Puts a packet together out of its answers. Pure. */
export function composePacket(material: PacketMaterial): Packet {
  const { intent, profileTitle, subject, established, context, components, handoffs } = material;
  const items = packetItems(material);
  const threshold = thresholdOf(material);
  const checked = components.map(({ reading }) => checkedComponent(reading));
  const failed = failedWords(checked);
  const dated = components.flatMap(({ reading }) => factsOf(reading.answer, reading.tool).dated);
  const open = items.filter(({ status }) => status !== 'resolved_with_evidence');
  return {
    kind: 'transaction_follow_up',
    charged: false,
    state: stateOf(material, threshold, open.length),
    intent,
    profileTitle,
    subject: subjectOf(subject, established),
    callerContext: context,
    groups: groupsOf(components),
    threshold,
    followUpItems: [...items],
    unansweredQuestions: [...new Set(questionsOf(material))],
    handoffs: [...handoffs],
    timeline: timelineOf(dated, []).entries.map(({ date, label, citation }) => ({ date, label, citation })),
    caveats: [
      ...new Set([
        ...(failed ? [failed] : []),
        ...material.caveats,
        ...(subject.doubts ?? []),
        ...components.filter(({ reading }) => hasAnswered(reading)).flatMap(({ reading }) => reading.answer.limits),
      ]),
    ],
    boundary,
  };
}

/** The free answer: what was checked, what is missing and what to do next; no facts and no items. Pure. */
function freePacket(packet: Packet, { freeHandoffs }: Pick<PacketMaterial, 'freeHandoffs'>): Packet {
  return {
    ...packet,
    groups: packet.groups.map((group) => ({
      ...group,
      components: group.components.map(({ coverage, counts }) => ({ coverage, counts, facts: [] })),
    })),
    followUpItems: [],
    handoffs: [...freeHandoffs],
    timeline: [],
    caveats: [`Not charged: ${packet.threshold.missing.join('; ')}.`, ...packet.caveats],
  };
}

const countOf = (items: readonly FollowUpItem[], status: FollowUpItem['status']) =>
  items.filter((item) => item.status === status).length;

function sealFollowUp(
  packet: Packet,
  { now, material, reportType }: { readonly now: Date; readonly material: PacketMaterial; readonly reportType: string },
): SoldFollowUp {
  const canonicalHash = hashJson(packet);
  const reportId = canonicalHash.slice(0, 32);
  const { subject, components } = material;
  const items = packet.followUpItems;
  const resolved = countOf(items, 'resolved_with_evidence');
  const entries = components.map(({ reading }) => checkedComponent(reading).entry);
  const lead = [
    `${packet.profileTitle}: ${plural(countOf(items, 'open'), 'open item')}`,
    `${countOf(items, 'awaiting_authority')} awaiting an authority`,
    ...(resolved > 0 ? [`${resolved} resolved by a record`] : []),
  ].join(', ');
  const findings = packetFindings(material).filter(({ status }) => status !== 'resolved_with_evidence');
  return {
    id: reportId,
    generatedAt: now.toISOString(),
    summary: summaryOf({ findings, lead, searched: searchedWords(placeName(subject), entries) }),
    queriedAddress: subject.input,
    reportType,
    responseMode: 'compact',
    artifact: {
      reportId,
      canonicalHash,
      available: true,
      access:
        'Send the identical request with the same payment again: it returns this answer without another charge, and the addresses of its page, its PDF and its data beside it.',
    },
    transactionFollowUp: packet,
  };
}

type Context = ToolContext<'none'>;

const words = (min: number, max: number) => z.string().trim().min(min).max(max);
const framing = (max: number) => words(1, max).optional();

export const followUpFields = {
  address: words(5, 240).describe(
    'US street address exactly as the user gave it, for example "222 W Hargett St, Raleigh, NC 27601"',
  ),
  statedUse: framing(160).describe('Use that the caller has in mind; framing only'),
  projectType: framing(160).describe("Kind of project, in the caller's words; framing only"),
  suiteOrUnit: framing(80).describe('Suite or unit; records are kept for the parcel or its address'),
} as const;

interface FollowUpPlan<Input> {
  readonly reportType: string;
  readonly intent: (input: Input) => string;
  /** Stage, archetype and the caller's words; they frame the packet and select nothing. */
  readonly context: (input: Input) => Omit<CallerContext, 'use'>;
  readonly jobsAround?: Asking['jobsAround'];
}

/** The route of one intent; stage and archetype of its packets are those of its profile. */
export const followUpOf = <Input extends AskedPlace & Omit<CallerContext, 'use'>>(reportType: string, intent: string) =>
  followUpRoute<Input>({
    reportType,
    intent: () => intent,
    context: ({ statedUse, projectType, suiteOrUnit }) => {
      const { stage: transactionStage, archetype: projectArchetype } = profileOf(intent);
      return { transactionStage, projectArchetype, statedUse, projectType, suiteOrUnit };
    },
  });

const use = 'framing only; it selects no source and changes no item';

/**
 * Shapes, coverage and work of a packet: coverage asks until the threshold is met, the work asks everything at once and
 * holds it against the threshold again. Below it the packet is free and carries no facts.
 */
export function followUpRoute<Input extends AskedPlace>(plan: FollowUpPlan<Input>) {
  function askingOf(input: Input): Asking {
    const context: CallerContext = { ...defined(plan.context(input)), use };
    return { profile: profileOf(plan.intent(input)), place: input, context, jobsAround: plan.jobsAround };
  }

  return {
    subject: 'none' as const,
    limits: [
      'Follow-up questions come from records by fixed rules; they are no legal, engineering, environmental or title opinion.',
      'Owner names are not requested and not given.',
    ],
    output: SoldFollowUpSchema,
    diagnostic: PacketSchema,
    async preflight(ctx: Context, input: Input) {
      const material = await gatherDeciding(ctx, askingOf(input), (sofar) => thresholdOf(sofar).met);
      if (!material || thresholdOf(material).met) return { ready: true as const };
      return { ready: false as const, diagnostic: freePacket(composePacket(material), material) };
    },
    async run(ctx: Context, input: Input) {
      const material = await gatherPacket(ctx, askingOf(input));
      const packet = composePacket(material);
      return packet.threshold.met
        ? { charge: true as const, body: sealFollowUp(packet, { now: ctx.now, material, reportType: plan.reportType }) }
        : { charge: false as const, diagnostic: freePacket(packet, material) };
    },
  };
}
