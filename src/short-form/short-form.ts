import { hashJson } from '../kernel/canonical.ts';
import { type Fields, isFields, rowsIn } from '../kernel/fields.ts';
import { beyond, many } from '../kernel/nearby-shape.ts';
import { cutText } from '../kernel/text.ts';
import { findingsOf, gapsOf, isSmall, type StatedFinding, said, sectionsOf, titledLine } from './reading.ts';

/** Where the whole of what was sold is read: its page where a server answers, and its resource over MCP. */
export interface WholeAddresses {
  readonly page?: string | undefined;
  /** MCP resource; a section of it is `<uri>/sections/<name>`. */
  readonly uri?: string | undefined;
  /** Of the whole, where the body lacks a part of it; that of the body where absent. */
  readonly canonicalHash?: string;
}

export interface WholeView extends WholeAddresses {
  /** Whether `result` is the whole body or its short form. */
  readonly form: 'whole' | 'short';
  /** SHA-256 of the RFC 8785 JSON of the whole body, the same on every transport. */
  readonly canonicalHash: string;
  readonly bytes: number;
  /** What can be read by itself: name, and title with what it says, as far as there is room. */
  readonly sections?: Readonly<Record<string, string>>;
  readonly sectionsLeftOut?: number;
}

/** A sold body as a conversation gets it. */
export interface Delivery {
  readonly result: Fields;
  readonly whole: WholeView;
}

/** Bytes of JSON that result and view of the whole have together. */
const mostBytes = 8_000;

/** How much of each part there is room for. */
interface Look {
  readonly findings: number;
  /** Characters of a sentence. */
  readonly sentence: number;
  /** Characters of the name of a step or a source. */
  readonly name: number;
  /** Names under each state of what was not read. */
  readonly gaps: number;
  readonly checks: number;
  /** Characters of what a section says. */
  readonly line: number;
  readonly sections: number;
  /** Rows of a list of an answer. */
  readonly rows: number;
}

const least: Look = { findings: 3, sentence: 120, name: 40, gaps: 3, checks: 0, line: 20, sections: 25, rows: 1 };
const looks: readonly Look[] = [
  { findings: 7, sentence: 400, name: 120, gaps: 12, checks: 5, line: 160, sections: 60, rows: 8 },
  { findings: 7, sentence: 300, name: 120, gaps: 10, checks: 3, line: 110, sections: 60, rows: 5 },
  { findings: 7, sentence: 240, name: 80, gaps: 8, checks: 3, line: 70, sections: 50, rows: 3 },
  { findings: 7, sentence: 180, name: 60, gaps: 6, checks: 0, line: 50, sections: 50, rows: 2 },
  { findings: 7, sentence: 140, name: 45, gaps: 4, checks: 0, line: 35, sections: 50, rows: 1 },
  { findings: 7, sentence: 110, name: 32, gaps: 3, checks: 0, line: 24, sections: 45, rows: 1 },
  { findings: 6, sentence: 140, name: 40, gaps: 4, checks: 0, line: 30, sections: 40, rows: 1 },
  { findings: 5, sentence: 140, name: 40, gaps: 4, checks: 0, line: 30, sections: 40, rows: 1 },
  least,
];

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const firstOf = (value: unknown, count: number): readonly unknown[] =>
  Array.isArray(value) ? value.slice(0, count) : [];

/** Small members stay as they are; lists of the body are findings, gaps or sections. */
const keptOf = (body: Fields): Fields =>
  Object.fromEntries(
    Object.entries(body).filter(([key, value]) => key === 'summary' || key === 'subject' || isSmall(value)),
  );

const mostAddress = 300;

/** A step with an address that is no longer than one that a person opens. */
const stepOf = ({ action, with: name, url = '' }: NonNullable<StatedFinding['next']>, look: Look) => ({
  action: cutText(action, look.name),
  with: cutText(name, look.name),
  ...(url !== '' && url.length <= mostAddress && { url }),
});

const shortFinding = ({ headline, finding, where, next, citations }: StatedFinding, look: Look) => ({
  ...(headline && { headline: cutText(headline, 110) }),
  finding: cutText(said(finding), look.sentence),
  ...(where && { where }),
  ...(next && { next: stepOf(next, look) }),
  citations: citations.slice(0, 1).map((one) => ({ ...one, sourceName: cutText(one.sourceName, look.name) })),
});

const gapsIn = (body: Fields, look: Look) =>
  gapsOf(body).map(({ state, of }) => {
    const leftOut = beyond(of, look.gaps);
    return { state, of: of.slice(0, look.gaps).map((label) => cutText(label, 60)), ...(leftOut && { leftOut }) };
  });

/** Any body: its small members, what stands out, what was not read. */
function usualShort(body: Fields, look: Look): Fields {
  const findings = findingsOf(body);
  const gaps = gapsIn(body, look);
  const checks = rowsIn(body.nextChecks)
    .slice(0, look.checks)
    .map((step) => stepOf(step as never, look));
  return {
    ...keptOf(body),
    ...(findings && {
      findings: findings.slice(0, look.findings).map((one) => shortFinding(one, look)),
      findingCount: findings.length,
    }),
    ...(gaps.length > 0 && { gaps }),
    ...(checks.length > 0 && { nextChecks: checks }),
  };
}

const shortNote = 'Short form: sections, records and limits that are not here are in the whole.';

/** A report keeps the members that its interface requires; its open lists hold what is said first. */
function reportShort(body: Fields, look: Look): Fields {
  const { findings = [], findingCount = 0, gaps = [], ...kept } = usualShort(body, look);
  return {
    ...kept,
    recordCounts: body.recordCounts,
    signals: [],
    sections: [
      { id: 'stands_out', title: 'What stands out in the records', kind: 'items', of: findingCount, items: findings },
      { id: 'coverage', title: 'Not read, or not all of it', gaps },
    ],
    records: [],
    caveats: [shortNote],
    ...ownersOf(body),
  };
}

/** The owner of record is in the buyer's own answer alone, and no section that can be read later has it. */
function ownersOf({ placeFacts }: Fields): Fields {
  const named = rowsIn(placeFacts).filter(({ result }) => isFields(result) && 'ownerOfRecord' in result);
  return named.length > 0 ? { placeFacts: named } : {};
}

/** A body without the owner of record, for what is stored. */
export function withoutOwner(body: Fields): Fields {
  if (!Array.isArray(body.placeFacts)) return body;
  const placeFacts = rowsIn(body.placeFacts).map((row) => {
    if (!isFields(row.result)) return row;
    const { ownerOfRecord: _name, ownerOfRecordCitation: _citation, ...result } = row.result;
    return { ...row, result };
  });
  return { ...body, placeFacts };
}

/** A packet keeps its shape; its groups are named and hold no components. */
function packetShort(packet: Fields, look: Look): Fields {
  const items = rowsIn(packet.followUpItems);
  const shown = items.slice(0, look.findings);
  const { parcel, candidates: _candidates, ...subject } = isFields(packet.subject) ? packet.subject : {};
  return {
    ...packet,
    subject: { ...subject, ...(isFields(parcel) && { parcel: { parcelId: parcel.parcelId } }) },
    groups: rowsIn(packet.groups).map(({ group, title, answeredComponents }) => ({ group, title, answeredComponents })),
    followUpItems: shown.map((item) => ({
      ...item,
      question: cutText(String(item.question), look.sentence),
      factualBasis: cutText(said(String(item.factualBasis)), look.sentence),
      evidenceNeeded: firstOf(item.evidenceNeeded, look.checks),
      recordIds: firstOf(item.recordIds, 1),
      resolutionEvidence: firstOf(item.resolutionEvidence, 1),
      citations: rowsIn(item.citations)
        .slice(0, 1)
        .map(({ sourceName, sourceUrl }) => ({ sourceName: cutText(String(sourceName), look.name), sourceUrl })),
      verifyNext: stepOf(item.verifyNext as never, look),
    })),
    handoffs: firstOf(packet.handoffs, look.checks),
    unansweredQuestions: firstOf(packet.unansweredQuestions, look.checks),
    timeline: rowsIn(packet.timeline)
      .slice(0, look.checks)
      .map(({ date, label }) => ({ date, label })),
    caveats: [`${shortNote} It has ${many(items.length, 'item')}; ${shown.length} are here.`],
  };
}

/** A value with no list longer than so many rows. */
function cutLists(value: unknown, rows: number): unknown {
  if (Array.isArray(value)) return value.slice(0, rows).map((one) => cutLists(one, rows));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutLists(inner, rows)]));
}

/** An answer keeps its shape with fewer rows, and of its citations those of what is left; the whole names their evidence. */
function answerShort(body: Fields, { rows, name }: Look): Fields {
  const { citations, ...stated } = body;
  const cut = cutLists(stated, rows) as Fields;
  const text = JSON.stringify(cut);
  const cited = Object.entries(isFields(citations) ? citations : {})
    .filter(([key]) => text.includes(`"${key}"`))
    .map(([key, one]) => {
      const { evidence: _, ...citation } = isFields(one) ? one : {};
      return [key, { ...citation, sourceName: cutText(String(citation.sourceName), name) }];
    });
  return { ...cut, citations: Object.fromEntries(cited), limits: [shortNote] };
}

/** The short form of a body, by the members that it declares. */
function shortOf(body: Fields, look: Look): Fields {
  const { transactionFollowUp: packet } = body;
  if (isFields(packet)) return { ...body, transactionFollowUp: packetShort(packet, look) };
  if (isFields(body.citations)) return answerShort(body, look);
  return isFields(body.recordCounts) && Array.isArray(body.records) ? reportShort(body, look) : usualShort(body, look);
}

function wholeOf(body: Fields, known: Omit<WholeView, 'form' | 'sections'>, look: Look): WholeView {
  const sections = sectionsOf(body);
  const leftOut = beyond(sections, look.sections);
  return {
    form: 'short',
    ...known,
    sections: Object.fromEntries(
      sections.slice(0, look.sections).map((section) => [section.name, cutText(titledLine(section), look.line)]),
    ),
    ...(leftOut && { sectionsLeftOut: leftOut }),
  };
}

/** What stands behind a body: nobody reads it first. */
const behind: ReadonlySet<string> = new Set([
  'sources',
  'caveats',
  'coverage',
  'charts',
  'calendar',
  'sections',
  'standsOut',
]);

/** A short form with each further member of its body that there is room for. */
function filled({ result, whole }: Delivery, body: Fields): Delivery {
  let full = { result, whole };
  for (const [key, value] of Object.entries(body)) {
    if (key in result || behind.has(key)) continue;
    const more = { result: { ...full.result, [key]: value }, whole };
    if (bytesOf(more) <= mostBytes) full = more;
  }
  return full;
}

/**
 * A sold body as it fits into a conversation: the whole where it is small, else what stands out, what was not read and
 * a line for each section. A pure view of the whole: whatever sells, stores and replays has the whole.
 */
export function shortForm(body: Fields, addresses: WholeAddresses = {}): Delivery {
  const known = { canonicalHash: hashJson(body), bytes: bytesOf(body), ...addresses };
  const whole: Delivery = { result: body, whole: { form: 'whole', ...known } };
  if (bytesOf(whole) <= mostBytes) return whole;
  const viewBy = (look: Look): Delivery => ({ result: shortOf(body, look), whole: wholeOf(body, known, look) });
  const view = viewBy(looks.find((look) => bytesOf(viewBy(look)) <= mostBytes) ?? least);
  return 'findings' in view.result || !('sections' in view.result) ? filled(view, body) : view;
}
