import { pickFields } from '../../fields/table.ts';
import { arrange, miles } from '../../geometry/placed.ts';
import { within } from '../../kernel/bounded.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import { sourceCard } from '../../sources/cards.ts';
import { type Brownfield, brownfieldsNear } from '../../sources/epa-acres/client.ts';
import { type Facility, facilitiesNear } from '../../sources/epa-echo/client.ts';
import { mirroredBrownfieldsNear, mirroredHandlersNear } from '../../sources/epa-frs/registry.ts';
import { type NplSite, nplNear } from '../../sources/epa-npl/client.ts';
import { pfasSitesNear } from '../../sources/epa-pfas-tools/client.ts';
import type { PfasSite, pfasSites } from '../../sources/epa-pfas-tools/fields.ts';
import { handlersNear } from '../../sources/epa-rcra/client.ts';
import type { Handler } from '../../sources/epa-rcra/fields.ts';
import { isNpl, mirroredSuperfundOfState, superfundOfState } from '../../sources/epa-sems/client.ts';
import type { SuperfundSite } from '../../sources/epa-sems/fields.ts';
import {
  mirroredTankFacilitiesNear,
  mirroredTankReleasesNear,
  tankFacilitiesNear,
  tankReleasesNear,
} from '../../sources/epa-ust-finder/client.ts';
import type { TankFacility, TankRelease } from '../../sources/epa-ust-finder/fields.ts';
import { recordPage } from '../../sources/shared/lookup.ts';
import { type RegisterPorts, type RegisterReading, register } from './reading.ts';
import type { RecordTypeId } from './record-types.ts';

const acresCard = sourceCard('epa-acres');
const echoCard = sourceCard('epa-echo');
const nplCard = sourceCard('epa-npl');
const pfasCard = sourceCard('epa-pfas-tools');
const rcraCard = sourceCard('epa-rcra');
const semsCard = sourceCard('epa-sems');
const tankCard = sourceCard('epa-ust-finder');

const stateOf = ({ subject }: RegisterPorts) => subject.stateCode ?? '';
const unlisted = (found: Lookup<readonly SuperfundSite[]>) =>
  mapLookup(found, (sites) => sites.filter((site) => !isNpl(site)));

export const isDeleted = ({ status }: Pick<NplSite, 'status'>) => /^deleted/i.test(status);

/** Whether a tank release is still open, by the words of the states that EPA's collection carries. */
export const isOpenRelease = (status = ''): boolean => /^(?:open|active)\b/i.test(status);

const generators: ReadonlySet<string> = new Set(['lqg', 'sqg', 'vsqg']);

/** A handler can be a generator, treat waste and be under corrective action; one of another class has no record type. */
const handlerTypes = ({ correctiveAction, class: kind }: Handler): readonly RecordTypeId[] => [
  ...(correctiveAction ? (['rcraCorrective'] as const) : []),
  ...(kind === 'tsdf' ? (['rcraTsdf'] as const) : []),
  ...(generators.has(kind) ? (['rcraGenerators'] as const) : []),
];

function tankCounts({ openTanks, closedTanks }: TankFacility): string | undefined {
  const counts = [openTanks !== undefined && `${openTanks} open`, closedTanks !== undefined && `${closedTanks} closed`];
  const known = counts.filter(Boolean);
  return known.length > 0 ? `tanks: ${known.join(', ')}` : undefined;
}

const ustFinder = { name: 'UST Finder', edition: 'state registers, mostly of 2018 to 2021' };

const pfas = (layer: keyof typeof pfasSites) =>
  register<PfasSite>({
    card: pfasCard,
    database: { name: 'PFAS Analytic Tools' },
    types: ['pfasSites'],
    readMeters: 5000,
    live: ({ sources, subject }, radius) => pfasSitesNear(sources, layer, subject, radius),
    entry: (site) => ({
      types: ['pfasSites'],
      recordId: site.id,
      ...pickFields(site, 'name', 'at'),
      status: site.detail,
    }),
  });

export const registers = {
  npl: register<NplSite>({
    card: nplCard,
    database: { name: 'NPL' },
    types: ['npl', 'nplDeleted'],
    readMeters: miles.one,
    live: ({ sources, subject }, radius) => nplNear(sources, subject, radius),
    // the Superfund table has the sites and no dates
    copy: async ({ sources, mirror, subject }, radius) => {
      const { stateCode = '' } = subject;
      const live = await superfundOfState(sources, stateCode);
      const table = live.state === 'unavailable' ? mirroredSuperfundOfState(mirror, stateCode) : live;
      return mapLookup(table, (sites) => arrange(sites.filter(isNpl), subject, radius).near);
    },
    entry: (site) => ({
      types: [isDeleted(site) ? 'nplDeleted' : 'npl'],
      recordId: site.epaId,
      ...pickFields(site, 'name', 'status', 'at'),
      date: isDeleted(site) ? site.deletedOn : site.listedOn,
    }),
  }),
  /** The other sites of the state, wherever they lie: most have no position. */
  superfund: register<SuperfundSite>({
    card: semsCard,
    database: { name: 'SEMS' },
    types: ['sems', 'semsArchived'],
    readMeters: miles.one,
    live: async (ports) => unlisted(await superfundOfState(ports.sources, stateOf(ports))),
    copy: async (ports) => unlisted(mirroredSuperfundOfState(ports.mirror, stateOf(ports))),
    mayBeHere: ({ at, zip }, subject) => at !== undefined || (zip !== undefined && zip === subject.zip),
    entry: (site) => ({
      types: [site.archived ? 'semsArchived' : 'sems'],
      recordId: site.epaId,
      ...pickFields(site, 'name', 'at'),
      status: site.archived ? `${site.status}, archived` : site.status,
      locality: site.zip && `ZIP ${site.zip}`,
    }),
  }),
  brownfields: register<Brownfield>({
    card: acresCard,
    database: { name: 'ACRES' },
    types: ['brownfields'],
    readMeters: miles.one,
    live: ({ sources, subject }, radius) => brownfieldsNear(sources, subject, radius),
    copy: async (ports, radius) => mirroredBrownfieldsNear(ports.mirror, stateOf(ports), ports.subject, radius),
    entry: ({ registryId, city, ...site }) => ({
      types: ['brownfields'],
      ...(registryId && { recordId: registryId, ...recordPage(acresCard, registryId) }),
      ...pickFields(site, 'name', 'address', 'at'),
      locality: city,
    }),
  }),
  hazardous_waste: register<Handler>({
    card: rcraCard,
    database: { name: 'RCRAInfo' },
    types: ['rcraCorrective', 'rcraTsdf', 'rcraGenerators'],
    readMeters: miles.one,
    live: async ({ sources, subject }, radius) =>
      mapLookup(await handlersNear(sources, subject, radius), ({ rows }) => rows),
    copy: async (ports, radius) =>
      mapLookup(mirroredHandlersNear(ports.mirror, stateOf(ports), ports.subject, radius), ({ rows }) => rows),
    notInCopy: ['rcraCorrective'],
    entry: (handler) => ({
      types: handlerTypes(handler),
      recordId: handler.handlerId,
      ...recordPage(rcraCard, handler.handlerId),
      ...pickFields(handler, 'name', 'status', 'at'),
      locality: handler.city,
    }),
  }),
  tank_releases: register<TankRelease>({
    card: tankCard,
    database: ustFinder,
    types: ['tankReleases'],
    readMeters: miles.half,
    live: ({ sources, subject }, radius) => tankReleasesNear(sources, subject, radius),
    copy: async ({ mirror, subject }, radius) => mirroredTankReleasesNear(mirror, subject, radius),
    entry: (release) => ({
      types: ['tankReleases'],
      recordId: release.releaseId,
      ...pickFields(release, 'name', 'address', 'status', 'at'),
      date: release.reportedOn,
    }),
  }),
  tank_facilities: register<TankFacility>({
    card: tankCard,
    database: ustFinder,
    types: ['tanks'],
    readMeters: miles.half,
    live: ({ sources, subject }, radius) => tankFacilitiesNear(sources, subject, radius),
    copy: async ({ mirror, subject }, radius) => mirroredTankFacilitiesNear(mirror, subject, radius),
    entry: (facility) => ({
      types: ['tanks'],
      recordId: facility.facilityId,
      ...pickFields(facility, 'name', 'address', 'status', 'at'),
      counts: tankCounts(facility),
    }),
  }),
  pfas_superfund: pfas('superfund'),
  pfas_federal: pfas('federalSites'),
  pfas_spills: pfas('spills'),
  regulated_facilities: register<Facility>({
    card: echoCard,
    database: { name: 'ECHO' },
    types: ['facilities'],
    readMeters: miles.one,
    live: async ({ sources, subject }, radius) =>
      mapLookup(await facilitiesNear(sources, subject, radius), ({ rows }) => rows),
    entry: (facility) => ({
      types: ['facilities'],
      recordId: facility.registryId,
      ...recordPage(echoCard, facility.registryId),
      ...pickFields(facility, 'name', 'at'),
      status: facility.complianceStatus,
      date: facility.lastInspectedOn,
      locality: facility.city,
    }),
  }),
};

export type RegisterId = keyof typeof registers;

/**
 * Some registers around a point at the same time, as records; one that does not answer within `limitMs` is `unavailable`.
 *
 * @param ids in the order in which they are given back, each with how far it is read where that is not as usual
 */
export const readRegisters = <Id extends RegisterId>(
  ports: RegisterPorts,
  ids: readonly Id[],
  limitMs: number,
  radii: { readonly [K in Id]?: number } = {},
): Promise<readonly (RegisterReading & { readonly id: Id })[]> =>
  Promise.all(
    ids.map(async (id) => {
      const { entries, ...facts } = registers[id];
      const radiusMeters = radii[id] ?? facts.readMeters;
      const { card, database, types } = facts;
      const late = (): RegisterReading => ({
        card,
        database,
        types,
        radiusMeters,
        lookup: { state: 'unavailable', source: card.name, reason: 'did not answer in time' },
      });
      return { id, ...(await within(limitMs, entries(ports, radiusMeters), late)) };
    }),
  );
