import { Components } from '../../answers/components.ts';
import type { Answer, Component } from '../../kernel/answer.ts';
import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { arrange, miles, type Near } from '../../kernel/placed.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import acresCard from '../../sources/epa-acres/card.ts';
import echoCard from '../../sources/epa-echo/card.ts';
import nplCard from '../../sources/epa-npl/card.ts';
import pfasCard from '../../sources/epa-pfas-tools/card.ts';
import { type Handler, handlersNear } from '../../sources/epa-rcra/client.ts';
import { mirroredHandlersNear } from '../../sources/epa-rcra/mirrored.ts';
import semsCard from '../../sources/epa-sems/card.ts';
import tankCard from '../../sources/epa-ust-finder/card.ts';
import { type ComponentFacts, countWithin, type ListFacts, type NearRecord, nearestOf, readFacts } from './read.ts';
import { type RecordTypeId, recordTypes } from './record-types.ts';

export interface FoundType {
  readonly type: RecordTypeId;
  readonly found: number;
  readonly nearest?: { name: string; status?: string; distanceMeters: number; direction: string };
  readonly citation: string;
}

export interface Unplaced {
  readonly type: string;
  readonly count: number;
  readonly named: string[];
  readonly citation: string;
}

interface Gathered {
  readonly found: readonly FoundType[];
  readonly notPlaced: readonly Unplaced[];
  readonly radon: { zone: number; citation: string } | undefined;
  readonly components: Record<string, Component>;
  readonly databases: readonly { sourceDate?: string; read: string; citation: string }[];
}

/** Arguments that name the place, as the caller gave them. */
type Place = Readonly<Record<string, unknown>>;

interface Ports {
  readonly sources: SourceAccess;
  readonly mirror: MirrorAccess;
  readonly subject: PointSubject;
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<Answer>;
}

/** Names under which the databases of a list are cited: the live source, then the mirrored copy. */
const databaseNames: Readonly<Record<string, readonly string[]>> = {
  nationalPriorities: [nplCard.name, 'Superfund sites (SEMS)'],
  otherSuperfund: [semsCard.name, 'Superfund sites (SEMS)'],
  brownfields: [acresCard.name, 'Facility Registry Service'],
  releases: [tankCard.name, 'UST Finder'],
  facilities: [tankCard.name, 'UST Finder'],
  superfundSites: [pfasCard.name],
  regulated: [echoCard.name],
};

const isGenerator = ({ handlerClass }: Handler) => /^(lqg|sqg|vsqg)$/.test(handlerClass);

/**
 * Everything the records search is made of: five tools through the pipeline, and the hazardous waste handlers by
 * distance, which no tool of its own gives. Each list is cut to the distance of its record type.
 */
export async function gather(ports: Ports, place: Place, answer: AnswerBuilder): Promise<Gathered> {
  const { call, sources, mirror, subject } = ports;
  const [cleanup, tanks, pfas, facilities, radon, handlers] = await Promise.all([
    call('svc_cleanup_sites', { ...place, radiusMeters: miles.one }),
    call('svc_underground_storage_tanks', { ...place, radiusMeters: miles.half }),
    call('svc_pfas_multimedia_nearby', { ...place, radiusMeters: miles.one }),
    call('svc_regulated_facility_compliance', { ...place, radiusMeters: miles.quarter }),
    call('svc_radon_zone', place),
    handlersNear(sources, subject, miles.one),
  ]);
  const components: Record<string, Component> = {};
  const used = new Set<string>();
  const found: FoundType[] = [];
  const notPlaced: Unplaced[] = [];

  /** Takes a tool's answer over: its state, its searches, and its citations under keys of this answer. */
  const adopt = (name: string, part: Answer): ComponentFacts => {
    const failed = part.state === 'unavailable' || part.state === 'partial' ? part.searched : [];
    const reason = failed.find((entry) => entry.reason && entry.state !== 'found')?.reason;
    components[name] = { state: part.state, ...(reason && { reason }) };
    answer.count(part.state);
    // one line for each source and outcome; the tool itself tells its questions apart
    const told = new Set<string>();
    for (const { source, area, state, reason } of part.searched) {
      const line = `${source}|${state}|${reason ?? ''}`;
      if (!told.has(line)) answer.note({ source, area, state, ...(reason && { reason }) });
      told.add(line);
    }
    for (const [inner, component] of Object.entries(part.components ?? {}))
      if (component.state === 'unavailable') components[`${name}.${inner}`] = component;
    const keys = new Map(
      Object.entries(part.citations).map(([key, citation]) => {
        const own = answer.cite(citation);
        if (key !== part.subject?.resolvedBy) used.add(own);
        return [key, own];
      }),
    );
    return readFacts(part, (key) => keys.get(key) ?? key);
  };
  type Rings = Pick<ListFacts, 'citation' | 'byDistance'>;
  const add = (type: RecordTypeId, list: Rings | undefined, nearest?: NearRecord) => {
    if (!list) return;
    const { searchMeters } = recordTypes[type];
    const within = nearest && nearest.distanceMeters <= searchMeters ? { nearest } : {};
    found.push({ type, found: countWithin(list.byDistance, searchMeters), ...within, citation: list.citation });
  };

  /** A list that its database answered without a record: searched, and zero. Undefined where it was not read. */
  const none = (part: Answer, list: string): ListFacts | undefined => {
    const state = part.components?.[list]?.state ?? part.state;
    if (state !== 'empty' && state !== 'partial') return undefined;
    const citation = Object.values(part.citations).find(({ sourceName }) =>
      databaseNames[list]?.some((name) => sourceName.startsWith(name)),
    );
    return citation && { citation: answer.cite(citation), byDistance: {}, sites: [] };
  };

  const sites = adopt('cleanupSites', cleanup);
  const npl = sites.nationalPriorities ?? none(cleanup, 'nationalPriorities');
  const sems = sites.otherSuperfund ?? none(cleanup, 'otherSuperfund');
  const brownfields = sites.brownfields ?? none(cleanup, 'brownfields');
  const deleted = (record: NearRecord) => /^deleted/i.test(record.status ?? '');
  add(
    'npl',
    npl,
    nearestOf(npl?.sites, (record) => !deleted(record)),
  );
  add('nplDeleted', npl && { ...npl, byDistance: npl.deletedByDistance ?? {} }, nearestOf(npl?.sites, deleted));
  add(
    'sems',
    sems,
    nearestOf(sems?.sites, (record) => !record.archived),
  );
  add(
    'semsArchived',
    sems && { ...sems, byDistance: sems.archivedByDistance ?? {} },
    nearestOf(sems?.sites, (record) => record.archived === true),
  );
  if (sems?.unplaced && sems.unplaced.count > 0)
    notPlaced.push({ type: 'sems', ...sems.unplaced, citation: sems.citation });
  addHandlers();
  add('brownfields', brownfields, nearestOf(brownfields?.sites));
  const storage = adopt('undergroundTanks', tanks);
  add('tankReleases', storage.releases ?? none(tanks, 'releases'), nearestOf(storage.releases?.sites));
  add('tanks', storage.facilities ?? none(tanks, 'facilities'), nearestOf(storage.facilities?.sites));
  const { superfundSites = none(pfas, 'superfundSites'), federalSites } = adopt('pfas', pfas);
  const pfasSites = [...(superfundSites?.sites ?? []), ...(federalSites?.sites ?? [])];
  const pfasCount = (superfundSites?.count ?? 0) + (federalSites?.count ?? 0);
  const pfasCitation = superfundSites?.citation ?? federalSites?.citation;
  if (pfasCitation)
    add('pfasSites', { citation: pfasCitation, byDistance: { [miles.one]: pfasCount } }, nearestOf(pfasSites));
  const { regulated = none(facilities, 'regulated') } = adopt('regulatedFacilities', facilities);
  add('facilities', regulated, nearestOf(regulated?.sites));
  if (regulated?.unplaced && regulated.unplaced.count > 0)
    notPlaced.push({ type: 'facilities', ...regulated.unplaced, citation: regulated.citation });
  const zone = adopt('radon', radon).radonZone;

  function addHandlers(): void {
    const parts = new Components(answer);
    const taken = parts.take(
      'hazardousWaste',
      { area: `${miles.one} m around the point`, recordScope: 'hazardous waste handlers' },
      handlers,
      () => mirroredHandlersNear(mirror, subject.stateCode ?? '', subject, miles.one),
    );
    Object.assign(components, parts.states);
    if (!taken) {
      if (handlers.state === 'empty') {
        const citation = answer.cite(handlers.citation);
        used.add(citation);
        for (const type of ['rcraCorrective', 'rcraTsdf', 'rcraGenerators'] as const)
          found.push({ type, found: 0, citation });
      }
      return;
    }
    used.add(taken.citation);
    const { near, unplaced } = arrange(taken.data.handlers, subject, miles.one);
    const kinds: readonly [RecordTypeId, (handler: Near<Handler>) => boolean][] = [
      ['rcraCorrective', ({ correctiveAction }) => correctiveAction === true],
      ['rcraTsdf', ({ handlerClass }) => handlerClass === 'tsdf'],
      ['rcraGenerators', isGenerator],
    ];
    for (const [type, is] of kinds) {
      // the mirrored registry does not know corrective action: then the type was not searched
      if (type === 'rcraCorrective' && taken.data.handlers.every((handler) => handler.correctiveAction === undefined))
        continue;
      const rows = near.filter((handler) => is(handler) && handler.distanceMeters <= recordTypes[type].searchMeters);
      const [first] = rows;
      found.push({
        type,
        found: rows.length,
        ...(first && {
          nearest: {
            name: first.name,
            ...(first.status && { status: first.status }),
            distanceMeters: first.distanceMeters,
            direction: first.direction,
          },
        }),
        citation: taken.citation,
      });
    }
    if (unplaced.length > 0)
      notPlaced.push({
        type: 'hazardousWaste',
        count: unplaced.length,
        named: unplaced.slice(0, 3).map(({ name }) => name),
        citation: taken.citation,
      });
  }

  const cited = answer.finish({ summary: '' }).citations;
  const databases = [...used].flatMap((key) => {
    const citation = cited[key];
    if (!citation) return [];
    const { sourceDate, fetchedAt } = citation;
    return [{ ...(sourceDate && { sourceDate }), read: fetchedAt.slice(0, 10), citation: key }];
  });
  return { found, notPlaced, radon: zone, components, databases };
}
