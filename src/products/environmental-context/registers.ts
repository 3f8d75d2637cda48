import { miles, type Positioned } from '../../geometry/placed.ts';
import { within } from '../../kernel/bounded.ts';
import { type Citation, plainSourceName } from '../../kernel/citation.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import acresCard from '../../sources/epa-acres/card.ts';
import { type Brownfield, brownfieldsNear } from '../../sources/epa-acres/client.ts';
import echoCard from '../../sources/epa-echo/card.ts';
import { type Facility, facilitiesNear } from '../../sources/epa-echo/client.ts';
import { mirroredBrownfieldsNear, mirroredHandlersNear } from '../../sources/epa-frs/registry.ts';
import nplCard from '../../sources/epa-npl/card.ts';
import { nplNear } from '../../sources/epa-npl/client.ts';
import pfasCard from '../../sources/epa-pfas-tools/card.ts';
import { pfasSitesNear } from '../../sources/epa-pfas-tools/client.ts';
import type { PfasSite } from '../../sources/epa-pfas-tools/fields.ts';
import rcraCard from '../../sources/epa-rcra/card.ts';
import { type Handlers, handlersNear } from '../../sources/epa-rcra/client.ts';
import semsCard from '../../sources/epa-sems/card.ts';
import { isNpl, mirroredSuperfundOfState, superfundOfState } from '../../sources/epa-sems/client.ts';
import type { SuperfundSite } from '../../sources/epa-sems/fields.ts';
import tankCard from '../../sources/epa-ust-finder/card.ts';
import {
  mirroredTankFacilitiesNear,
  mirroredTankReleasesNear,
  tankFacilitiesNear,
  tankReleasesNear,
} from '../../sources/epa-ust-finder/client.ts';
import type { TankFacility, TankRelease } from '../../sources/epa-ust-finder/fields.ts';
import { recordPage } from '../../sources/shared/lookup.ts';
import type { RecordTypeId } from '../shared/records-search/record-types.ts';

/** One record of a register, under every record type that it is one of. */
export interface RegisterEntry extends Positioned {
  readonly types: readonly RecordTypeId[];
  readonly recordId?: string;
  readonly recordUrl?: string;
  readonly name: string;
  readonly address?: string;
  readonly status?: string;
  readonly date?: string;
  /** Where it lies by its own word, for one without a position: "ZIP 27601". */
  readonly locality?: string;
}

/** A register as it was read: whole lists, of which the free tools name the nearest few. */
export interface RegisterReading {
  readonly id: string;
  /** Name of the source card. */
  readonly source: string;
  readonly types: readonly RecordTypeId[];
  readonly readMeters: number;
  readonly state: Lookup<unknown>['state'];
  readonly entries: readonly RegisterEntry[];
  readonly citation?: Citation;
  readonly reason?: string;
}

interface Ports {
  readonly sources: SourceAccess;
  readonly mirror: MirrorAccess;
  readonly subject: PointSubject;
}

type Entries = Lookup<readonly RegisterEntry[]>;

interface Register extends Pick<RegisterReading, 'id' | 'source' | 'types' | 'readMeters'> {
  readonly live: (ports: Ports) => Promise<Entries>;
  /** The mirrored copy that is read where the live source failed. */
  readonly copy?: (ports: Ports) => Entries | Promise<Entries>;
  /** Types that the copy does not tell apart: from it they are not searched. */
  readonly notInCopy?: readonly RecordTypeId[];
}

const { one: mile, half: halfMile } = miles;
/** As far as the free tool of the PFAS layers asks where nobody says otherwise: the same question is asked once. */
const pfasMeters = 5000;

/** The Superfund sites of the state, out of the mirrored copy where the live table failed. */
async function stateTable({ sources, mirror, subject }: Ports): Promise<Lookup<readonly SuperfundSite[]>> {
  const state = subject.stateCode ?? '';
  const live = await superfundOfState(sources, state);
  return live.state === 'unavailable' ? mirroredSuperfundOfState(mirror, state) : live;
}

const priority = (site: {
  readonly epaId: string;
  readonly name: string;
  readonly status: string;
  readonly listedOn?: string;
  readonly deletedOn?: string;
  readonly at?: RegisterEntry['at'];
}): RegisterEntry =>
  defined({
    types: [/^deleted/i.test(site.status) ? 'nplDeleted' : 'npl'] as const,
    recordId: site.epaId,
    name: site.name,
    status: site.status,
    date: site.deletedOn ?? site.listedOn,
    at: site.at,
  });

/** A site without a position may lie near where its ZIP is that of the place; any other one is not of this search. */
const isHere = ({ at, zip }: SuperfundSite, subject: PointSubject) =>
  at !== undefined || (zip !== undefined && zip === subject.zip);

const superfund = ({ epaId, name, status, archived, at, zip }: SuperfundSite): RegisterEntry =>
  defined({
    types: [archived ? 'semsArchived' : 'sems'] as const,
    recordId: epaId,
    name,
    status: archived ? `${status}, archived` : status,
    at,
    locality: zip && `ZIP ${zip}`,
  });

const superfundHere = (found: Lookup<readonly SuperfundSite[]>, subject: PointSubject): Entries =>
  mapLookup(found, (sites) => sites.filter((site) => !isNpl(site) && isHere(site, subject)).map(superfund));

const brownfield = ({ registryId, name, address, city, at }: Brownfield): RegisterEntry =>
  defined({
    types: ['brownfields'] as const,
    recordId: registryId,
    ...(registryId && recordPage(acresCard, registryId)),
    name,
    address,
    at,
    locality: city,
  });

const facility = ({ registryId, name, city, complianceStatus, lastInspectedOn, at }: Facility): RegisterEntry =>
  defined({
    types: ['facilities'] as const,
    recordId: registryId,
    ...recordPage(echoCard, registryId),
    name,
    status: complianceStatus,
    date: lastInspectedOn,
    at,
    locality: city,
  });

const pfas = ({ id, name, detail, at }: PfasSite): RegisterEntry =>
  defined({ types: ['pfasSites'] as const, recordId: id, name, status: detail, at });

const isGenerator = /^(lqg|sqg|vsqg)$/;

/** A handler can be a generator, treat waste and be under corrective action: it stands under each. */
function handlers({ rows }: Handlers): readonly RegisterEntry[] {
  return rows.flatMap(
    ({ handlerId, name, city, class: handlerClass, correctiveAction, status, at }): RegisterEntry[] => {
      const types: RecordTypeId[] = [
        ...(correctiveAction ? (['rcraCorrective'] as const) : []),
        ...(handlerClass === 'tsdf' ? (['rcraTsdf'] as const) : []),
        ...(isGenerator.test(handlerClass) ? (['rcraGenerators'] as const) : []),
      ];
      if (types.length === 0) return [];
      return [
        defined({ types, recordId: handlerId, ...recordPage(rcraCard, handlerId), name, status, at, locality: city }),
      ];
    },
  );
}

const tankWords = (open: number | undefined, closed: number | undefined) =>
  [...(open === undefined ? [] : [`${open} open`]), ...(closed === undefined ? [] : [`${closed} closed`])].join(', ');

const release = ({ releaseId, name, address, status, reportedOn, at }: TankRelease): RegisterEntry =>
  defined({ types: ['tankReleases'] as const, recordId: releaseId, name, address, status, date: reportedOn, at });

function tankFacility({ facilityId, name, address, status, ...of }: TankFacility): RegisterEntry {
  const tanks = tankWords(of.openTanks, of.closedTanks);
  const said = [status, tanks && `tanks: ${tanks}`].filter(Boolean).join('; ');
  return defined({
    types: ['tanks'] as const,
    recordId: facilityId,
    name,
    address,
    status: said || undefined,
    at: of.at,
  });
}

/** Each row of a lookup in the form of the search. */
const each =
  <T>(to: (row: T) => RegisterEntry) =>
  (found: Lookup<readonly T[]>): Entries =>
    mapLookup(found, (rows) => rows.map(to));

const registers: readonly Register[] = [
  {
    id: 'npl',
    source: nplCard.name,
    types: ['npl', 'nplDeleted'],
    readMeters: mile,
    live: ({ sources, subject }) => nplNear(sources, subject, mile).then(each(priority)),
    copy: async (ports) =>
      mapLookup(await stateTable(ports), (sites) => sites.filter((site) => isNpl(site) && site.at).map(priority)),
  },
  {
    id: 'sems',
    source: semsCard.name,
    types: ['sems', 'semsArchived'],
    readMeters: mile,
    live: async ({ sources, subject }) =>
      superfundHere(await superfundOfState(sources, subject.stateCode ?? ''), subject),
    copy: ({ mirror, subject }) => superfundHere(mirroredSuperfundOfState(mirror, subject.stateCode ?? ''), subject),
  },
  {
    id: 'rcra',
    source: rcraCard.name,
    types: ['rcraCorrective', 'rcraTsdf', 'rcraGenerators'],
    readMeters: mile,
    live: async ({ sources, subject }) => mapLookup(await handlersNear(sources, subject, mile), handlers),
    copy: ({ mirror, subject }) =>
      mapLookup(mirroredHandlersNear(mirror, subject.stateCode ?? '', subject, mile), handlers),
    notInCopy: ['rcraCorrective'],
  },
  {
    id: 'acres',
    source: acresCard.name,
    types: ['brownfields'],
    readMeters: mile,
    live: ({ sources, subject }) => brownfieldsNear(sources, subject, mile).then(each(brownfield)),
    copy: ({ mirror, subject }) =>
      each(brownfield)(mirroredBrownfieldsNear(mirror, subject.stateCode ?? '', subject, mile)),
  },
  {
    id: 'tank_releases',
    source: tankCard.name,
    types: ['tankReleases'],
    readMeters: halfMile,
    live: ({ sources, subject }) => tankReleasesNear(sources, subject, halfMile).then(each(release)),
    copy: ({ mirror, subject }) => each(release)(mirroredTankReleasesNear(mirror, subject, halfMile)),
  },
  {
    id: 'tanks',
    source: tankCard.name,
    types: ['tanks'],
    readMeters: halfMile,
    live: ({ sources, subject }) => tankFacilitiesNear(sources, subject, halfMile).then(each(tankFacility)),
    copy: ({ mirror, subject }) => each(tankFacility)(mirroredTankFacilitiesNear(mirror, subject, halfMile)),
  },
  ...(['superfund', 'federalSites'] as const).map(
    (layer, index): Register => ({
      id: index === 0 ? 'pfas_superfund' : 'pfas_federal',
      source: pfasCard.name,
      types: ['pfasSites'],
      readMeters: pfasMeters,
      live: ({ sources, subject }) => pfasSitesNear(sources, layer, subject, pfasMeters).then(each(pfas)),
    }),
  ),
  {
    id: 'echo',
    source: echoCard.name,
    types: ['facilities'],
    readMeters: mile,
    live: async ({ sources, subject }) =>
      mapLookup(await facilitiesNear(sources, subject, mile), ({ rows }) => rows.map(facility)),
  },
];

async function readOne(ports: Ports, register: Register): Promise<RegisterReading> {
  const { live, copy, notInCopy = [], ...known } = register;
  const first = await live(ports);
  const second = first.state === 'unavailable' ? await copy?.(ports) : undefined;
  const copied = second && (hasData(second) || second.state === 'empty') ? second : undefined;
  const found = copied ?? first;
  const why = 'reason' in first ? first.reason : undefined;
  const reason = copied ? `read from the mirrored copy: ${why}` : why;
  return {
    ...known,
    source: 'citation' in found ? plainSourceName(found.citation.sourceName) : known.source,
    // a copy is of its own day, and nothing says that the live register has no more
    state: copied ? 'partial' : found.state,
    types: copied ? known.types.filter((type) => !notInCopy.includes(type)) : known.types,
    entries: hasData(found) ? found.data : [],
    ...('citation' in found && { citation: found.citation }),
    ...(reason !== undefined && { reason }),
  };
}

/**
 * The registers of the records search, row by row with their positions. Where a free tool reads the same register the
 * question is its own, so that the source hears it once.
 */
export const readRegisters = (ports: Ports, limitMs: number): Promise<readonly RegisterReading[]> =>
  Promise.all(
    registers.map((register) =>
      within(limitMs, readOne(ports, register), (): RegisterReading => {
        const { live: _live, copy: _copy, notInCopy: _none, ...known } = register;
        return { ...known, state: 'unavailable', entries: [], reason: 'did not answer in time' };
      }),
    ),
  );
