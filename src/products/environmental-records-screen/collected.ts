import type { Answer, Component } from '../../kernel/answer.ts';
import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { plainSourceName } from '../../kernel/citation.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import acresCard from '../../sources/epa-acres/card.ts';
import echoCard from '../../sources/epa-echo/card.ts';
import { frsMirror } from '../../sources/epa-frs/registry.ts';
import nplCard from '../../sources/epa-npl/card.ts';
import pfasCard from '../../sources/epa-pfas-tools/card.ts';
import semsCard from '../../sources/epa-sems/card.ts';
import { superfundMirror } from '../../sources/epa-sems/client.ts';
import tankCard from '../../sources/epa-ust-finder/card.ts';
import { tankFacilityMirror, tankReleaseMirror } from '../../sources/epa-ust-finder/client.ts';
import { databaseCalled } from '../shared/records-search/databases.ts';
import { type RecordTypeId, recordTypes } from '../shared/records-search/record-types.ts';
import {
  countWithin,
  type ListFacts,
  type NearRecord,
  type PartFacts,
  readFacts,
  type UnplacedRecord,
} from './read.ts';

export interface FoundType {
  readonly type: RecordTypeId;
  readonly found: number;
  /** Records that are at hand, nearest first; fewer than `found` where their list was cut. */
  readonly records: readonly Omit<NearRecord, 'archived'>[];
  readonly citation: string;
}

export interface Unplaced {
  readonly type: string;
  readonly count: number;
  readonly named: readonly UnplacedRecord[];
  readonly citation: string;
}

/** A database that answered. */
export interface Database {
  readonly name: string;
  /** Day or edition of the data; absent where it is kept up, and is that of the day on which it was read. */
  readonly edition?: string;
  readonly citation: string;
}

/** A part of the search, read: its lists, their citations under keys of this answer. */
export interface ReadPart {
  readonly facts: PartFacts;
  /** A list that the part gave, or the same without a record where its database answered with none. */
  list(name: ListName): ListFacts | undefined;
}

type ListName = Exclude<keyof PartFacts, 'radonZone'>;

/** Who answers a list: the card of the live source, and the mirrored dataset behind it. */
const databases: Readonly<Partial<Record<ListName, { readonly card: SourceCard; readonly mirrorId?: string }>>> = {
  nationalPriorities: { card: nplCard, mirrorId: superfundMirror },
  otherSuperfund: { card: semsCard, mirrorId: superfundMirror },
  brownfields: { card: acresCard, mirrorId: frsMirror },
  releases: { card: tankCard, mirrorId: tankReleaseMirror },
  facilities: { card: tankCard, mirrorId: tankFacilityMirror },
  superfundSites: { card: pfasCard },
  regulated: { card: echoCard },
};

/** Which citation of a part stands for a list that its database answered without a record. */
function emptyCitation(part: Answer, list: ListName, mirror: MirrorAccess): string | undefined {
  const state = part.components?.[list]?.state ?? part.state;
  const database = databases[list];
  if (!database || (state !== 'empty' && state !== 'partial')) return undefined;
  const { card, mirrorId } = database;
  const mirrored = mirrorId && mirror.citation(mirrorId)?.sourceName;
  return Object.entries(part.citations).find(
    ([, { sourceName }]) => plainSourceName(sourceName) === card.name || sourceName === mirrored,
  )?.[0];
}

function reasonOf({ state, summary, searched }: Answer): string | undefined {
  if (state !== 'unavailable' && state !== 'partial') return undefined;
  return searched.length === 0 ? summary : searched.find((entry) => entry.reason && entry.state !== 'found')?.reason;
}

/** What the parts of a records search brought, gathered for one answer. */
export class Collected {
  readonly found: FoundType[] = [];
  readonly notPlaced: Unplaced[] = [];
  readonly components: Record<string, Component> = {};
  readonly #answer: AnswerBuilder;
  readonly #mirror: MirrorAccess;
  readonly #clean: (name: string) => string;
  readonly #databases = new Set<string>();

  /** @param clean takes persons out of a name: a record can be filed under that of an owner */
  constructor(answer: AnswerBuilder, mirror: MirrorAccess, clean: (name: string) => string) {
    this.#answer = answer;
    this.#mirror = mirror;
    this.#clean = clean;
  }

  /** Takes a tool's answer over: its state, its searches, and its citations under keys of this answer. */
  adopt(name: string, title: string, part: Answer): ReadPart {
    const reason = reasonOf(part);
    this.components[name] = { state: part.state, ...(reason && { reason }) };
    for (const [inner, component] of Object.entries(part.components ?? {}))
      if (component.state === 'unavailable') this.components[`${name}.${inner}`] = component;
    this.#answer.count(part.state);
    this.#noteSearches(title, part);
    const keys = this.#adoptCitations(part);
    const facts = readFacts(part, (key) => keys.get(key) ?? key);
    return {
      facts,
      list: (list) => {
        const key = keys.get(emptyCitation(part, list, this.#mirror) ?? '');
        return facts[list] ?? (key ? { citation: key, byDistance: [], sites: [] } : undefined);
      },
    };
  }

  /** Adds a record type as a list gives it, cut to the search distance of the type. */
  add(
    type: RecordTypeId,
    list: Pick<ListFacts, 'citation' | 'byDistance'> | undefined,
    records: readonly NearRecord[] = [],
  ): void {
    if (!list) return;
    const { radiusMeters } = recordTypes[type];
    const within = records
      .filter(({ distanceMeters }) => distanceMeters <= radiusMeters)
      .map(({ archived: _, ...record }) => ({ ...record, name: this.#clean(record.name) }));
    const found = countWithin(list.byDistance, radiusMeters);
    this.found.push({ type, found, records: within, citation: list.citation });
  }

  /** Names the records of a list that have no coordinates. */
  addUnplaced(type: string, list: Pick<ListFacts, 'citation' | 'unplaced'> | undefined): void {
    if (list?.unplaced && list.unplaced.count > 0)
      this.notPlaced.push({
        type,
        count: list.unplaced.count,
        named: list.unplaced.named.map((record) => ({ ...record, name: this.#clean(record.name) })),
        citation: list.citation,
      });
  }

  /** Names a database that answered. */
  use(citation: string): void {
    this.#databases.add(citation);
  }

  databases(): readonly Database[] {
    const cited = this.#answer.finish({ summary: '' }).citations;
    return [...this.#databases].flatMap((key) => {
      const citation = cited[key];
      if (!citation) return [];
      const { sourceName, sourceDate } = citation;
      const plain = plainSourceName(sourceName);
      const database = databaseCalled(plain);
      const edition = sourceDate ?? database?.edition;
      return [{ name: database?.name ?? plain, ...(edition && { edition }), citation: key }];
    });
  }

  /** One line for each source and outcome; the tool itself tells its questions apart. */
  #noteSearches(title: string, { searched, state, summary }: Answer): void {
    if (searched.length === 0) this.#answer.note({ source: title, area: 'the point', state, reason: summary });
    const lines = new Map(searched.map((entry) => [`${entry.source}|${entry.state}|${entry.reason ?? ''}`, entry]));
    for (const { source, area, state, reason } of lines.values())
      this.#answer.note({ source, area, state, ...(reason && { reason }) });
  }

  /** The citations of a part but for the one that placed its subject, which this answer names once for all of them. */
  #adoptCitations(part: Answer): ReadonlyMap<string, string> {
    const found = Object.entries(part.citations).filter(([key]) => key !== part.subject?.resolvedBy);
    return new Map(
      found.map(([key, citation]) => {
        const own = this.#answer.cite(citation);
        this.use(own);
        return [key, own];
      }),
    );
  }
}
