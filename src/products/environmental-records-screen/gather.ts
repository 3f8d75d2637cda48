import type { Arguments } from '../../answers/arguments.ts';
import { type AskContext, askTools, bounded, type ToolPart } from '../../answers/ask-tools.ts';
import { miles } from '../../geometry/placed.ts';
import type { Component } from '../../kernel/answer.ts';
import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { deadlineIn } from '../../kernel/bounded.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import { loadRedactor } from '../../privacy/redact.ts';
import rcraCard from '../../sources/epa-rcra/card.ts';
import { handlersNear } from '../../sources/epa-rcra/client.ts';
import { Collected, type Database, type FoundType, type ReadPart, type Unplaced } from './collected.ts';
import { addHandlers, type HandlersLookup } from './handlers.ts';
import { type NearRecord, recordsOf } from './read.ts';

interface Gathered {
  readonly found: readonly FoundType[];
  readonly notPlaced: readonly Unplaced[];
  readonly radon: { zone: number; citation: string } | undefined;
  readonly components: Record<string, Component>;
  readonly databases: readonly Database[];
}

interface Ports extends AskContext {
  readonly sources: SourceAccess;
  readonly mirror: MirrorAccess;
  readonly subject: PointSubject;
}

/** How long everything that is asked may take together. */
const screenMs = 20_000;

/** The tools that answer, and how far each of them searches. */
const parts = {
  cleanupSites: { tool: 'svc_cleanup_sites', title: 'Cleanup sites', extraArguments: { radiusMeters: miles.one } },
  undergroundTanks: {
    tool: 'svc_underground_storage_tanks',
    title: 'Underground storage tanks',
    extraArguments: { radiusMeters: miles.half },
  },
  pfas: { tool: 'svc_pfas_multimedia_nearby', title: 'PFAS records', extraArguments: { radiusMeters: miles.one } },
  regulatedFacilities: {
    tool: 'svc_regulated_facility_compliance',
    title: 'Regulated facilities',
    extraArguments: { radiusMeters: miles.quarter },
  },
  radon: { tool: 'svc_radon_zone', title: 'Radon zone' },
} as const satisfies Readonly<Record<string, ToolPart>>;

type PartName = keyof typeof parts;
const names = Object.keys(parts) as PartName[];

const isDeleted = (record: NearRecord) => /^deleted/i.test(record.status ?? '');
const isArchived = ({ archived }: NearRecord) => archived === true;
const not =
  <T>(is: (value: T) => boolean) =>
  (value: T) =>
    !is(value);

function addSuperfund(collected: Collected, cleanup: ReadPart): void {
  const npl = cleanup.list('nationalPriorities');
  const sems = cleanup.list('otherSuperfund');
  collected.add('npl', npl, recordsOf(npl?.sites, not(isDeleted)));
  const deleted = npl && { ...npl, byDistance: npl.deletedByDistance ?? [] };
  collected.add('nplDeleted', deleted, recordsOf(npl?.sites, isDeleted));
  collected.add('sems', sems, recordsOf(sems?.sites, not(isArchived)));
  const archived = sems && { ...sems, byDistance: sems.archivedByDistance ?? [] };
  collected.add('semsArchived', archived, recordsOf(sems?.sites, isArchived));
  collected.addUnplaced('sems', sems);
}

function addPfas(collected: Collected, part: ReadPart): void {
  const { federalSites } = part.facts;
  const superfund = part.list('superfundSites');
  const citation = superfund?.citation ?? federalSites?.citation;
  if (!citation) return;
  const count = (superfund?.count ?? 0) + (federalSites?.count ?? 0);
  const sites = [...(superfund?.sites ?? []), ...(federalSites?.sites ?? [])];
  const byDistance = [{ withinMeters: miles.one, count }];
  collected.add('pfasSites', { citation, byDistance }, recordsOf(sites));
}

/**
 * Everything the records search is made of: five tools through the pipeline, and the hazardous waste handlers by
 * distance, which no tool of its own gives. Each list is cut to the distance of its record type.
 *
 * @param place arguments that name the place, as the caller gave them
 */
export async function gather(ports: Ports, place: Arguments, answer: AnswerBuilder): Promise<Gathered> {
  const { sources, subject } = ports;
  const deadline = deadlineIn(screenMs);
  const asked = names.map((name): ToolPart => {
    const { extraArguments: more, ...part }: ToolPart = parts[name];
    return { ...part, args: { ...place, ...more } };
  });
  const redactor = loadRedactor();
  const waste = handlersNear(sources, subject, miles.one);
  const [readings, handlers] = await Promise.all([
    askTools(ports, asked, deadline),
    bounded<HandlersLookup>(ports, deadline, rcraCard.name, waste, (reason) => ({
      state: 'unavailable',
      source: rcraCard.name,
      reason,
    })),
  ]);
  const { redact } = await redactor;
  const collected = new Collected(answer, ports.mirror, redact);
  const adopt = (name: PartName): ReadPart => {
    const reading = readings[names.indexOf(name)];
    if (!reading) throw new Error(`${name} was asked and gave no reading`);
    return collected.adopt(name, reading.title, reading.answer);
  };
  const cleanup = adopt('cleanupSites');
  addSuperfund(collected, cleanup);
  addHandlers(collected, answer, handlers, ports);
  const brownfields = cleanup.list('brownfields');
  collected.add('brownfields', brownfields, recordsOf(brownfields?.sites));
  const tanks = adopt('undergroundTanks');
  const [releases, registered] = [tanks.list('releases'), tanks.list('facilities')];
  collected.add('tankReleases', releases, recordsOf(releases?.sites));
  collected.add('tanks', registered, recordsOf(registered?.sites));
  addPfas(collected, adopt('pfas'));
  const regulated = adopt('regulatedFacilities').list('regulated');
  collected.add('facilities', regulated, recordsOf(regulated?.sites));
  collected.addUnplaced('facilities', regulated);
  const { radonZone } = adopt('radon').facts;
  const { found, notPlaced, components } = collected;
  return { found, notPlaced, radon: radonZone, components, databases: collected.databases() };
}
