import { within } from '../../../kernel/bounded.ts';
import type { Citation } from '../../../kernel/citation.ts';
import { hasData, type Lookup, mapLookup } from '../../../kernel/lookup.ts';
import type { SourceAccess } from '../../../kernel/ports/sources.ts';
import type { GeoPoint, PointSubject } from '../../../kernel/subject.ts';
import acresCard from '../../../sources/epa-acres/card.ts';
import { brownfieldsNear } from '../../../sources/epa-acres/client.ts';
import echoCard from '../../../sources/epa-echo/card.ts';
import { facilitiesNear } from '../../../sources/epa-echo/client.ts';
import { nplNear } from '../../../sources/epa-npl/client.ts';
import { pfasSitesNear } from '../../../sources/epa-pfas-tools/client.ts';
import { isNpl, superfundOfState } from '../../../sources/epa-sems/client.ts';
import { tankFacilitiesNear, tankReleasesNear } from '../../../sources/epa-ust-finder/client.ts';
import { recordPage } from '../../../sources/shared/lookup.ts';

/** One entry of a register of places. */
export interface RegisterRow {
  readonly id: string;
  readonly title: string;
  readonly at?: GeoPoint | undefined;
  readonly status?: string | undefined;
  readonly date?: string | undefined;
  readonly recordUrl?: string | undefined;
  /** Where it lies, for one without a position: "ZIP 27601". */
  readonly area?: string | undefined;
}

interface Register {
  readonly type: string;
  readonly label: string;
  /** As far as the free tool of the same register asks by default: the same question is asked once. */
  readonly radiusMeters: number;
  readonly read: (
    sources: SourceAccess,
    subject: PointSubject,
    radiusMeters: number,
  ) => Promise<Lookup<readonly RegisterRow[]>>;
}

/** What one register brought for the map and the matrix by distance. */
export interface RegisterReading {
  readonly type: string;
  readonly label: string;
  readonly radiusMeters: number;
  readonly state: Lookup<unknown>['state'];
  readonly rows: readonly RegisterRow[];
  readonly citation?: Citation;
  readonly reason?: string;
}

const mile = 1609;
const halfMile = 805;
const pfasMeters = 5000;

const registers: readonly Register[] = [
  {
    type: 'npl',
    label: 'National Priorities List sites',
    radiusMeters: mile,
    read: async (sources, subject, radius) =>
      mapLookup(await nplNear(sources, subject, radius), (sites) =>
        sites.map(({ epaId, name, status, listedOn, deletedOn, at }) => ({
          id: epaId,
          title: name,
          status,
          date: deletedOn ?? listedOn,
          at,
        })),
      ),
  },
  {
    type: 'superfund',
    label: 'Other Superfund sites',
    radiusMeters: mile,
    read: async (sources, subject) =>
      mapLookup(await superfundOfState(sources, subject.stateCode ?? ''), (sites) =>
        sites
          // a site without a position may lie near where its ZIP is that of the subject
          .filter(
            (site) => !isNpl(site) && (site.at !== undefined || (site.zip !== undefined && site.zip === subject.zip)),
          )
          .map(({ epaId, name, status, archived, at, zip }) => ({
            id: epaId,
            title: name,
            status: archived ? `${status}, archived` : status,
            at,
            ...(zip && { area: `ZIP ${zip}` }),
          })),
      ),
  },
  {
    type: 'brownfields',
    label: 'Brownfields',
    radiusMeters: mile,
    read: async (sources, subject, radius) =>
      mapLookup(await brownfieldsNear(sources, subject, radius), (sites) =>
        sites.map(({ registryId, name, at }) => ({
          id: registryId ?? name,
          title: name,
          at,
          ...(registryId && recordPage(acresCard, registryId)),
        })),
      ),
  },
  {
    type: 'tank_facilities',
    label: 'Underground tank facilities',
    radiusMeters: halfMile,
    read: async (sources, subject, radius) =>
      mapLookup(await tankFacilitiesNear(sources, subject, radius), (facilities) =>
        facilities.map(({ facilityId, name, status, at }) => ({ id: facilityId, title: name, status, at })),
      ),
  },
  {
    type: 'tank_releases',
    label: 'Reported tank releases',
    radiusMeters: halfMile,
    read: async (sources, subject, radius) =>
      mapLookup(await tankReleasesNear(sources, subject, radius), (releases) =>
        releases.map(({ releaseId, name, status, reportedOn, at }) => ({
          id: releaseId,
          title: name,
          status,
          date: reportedOn,
          at,
        })),
      ),
  },
  {
    type: 'regulated_facilities',
    label: 'Regulated facilities',
    radiusMeters: mile,
    read: async (sources, subject, radius) =>
      mapLookup(await facilitiesNear(sources, subject, radius), ({ rows }) =>
        rows.map(({ registryId, name, complianceStatus, lastInspectedOn, at }) => ({
          id: registryId,
          title: name,
          status: complianceStatus,
          date: lastInspectedOn,
          at,
          ...recordPage(echoCard, registryId),
        })),
      ),
  },
  ...(
    [
      ['pfas_superfund', 'Superfund sites with PFAS', 'superfund'],
      ['pfas_federal', 'Federal sites with PFAS', 'federalSites'],
      ['pfas_spills', 'Reported PFAS spills', 'spills'],
    ] as const
  ).map(
    ([type, label, layer]): Register => ({
      type,
      label,
      radiusMeters: pfasMeters,
      read: async (sources, subject, radius) =>
        mapLookup(await pfasSitesNear(sources, layer, subject, radius), (sites) =>
          sites.map(({ id, name, detail, at }) => ({ id, title: name, status: detail, at })),
        ),
    }),
  ),
];

async function readOne(sources: SourceAccess, subject: PointSubject, register: Register): Promise<RegisterReading> {
  const { type, label, radiusMeters, read } = register;
  const found = await read(sources, subject, radiusMeters);
  return {
    type,
    label,
    radiusMeters,
    state: found.state,
    rows: hasData(found) ? found.data : [],
    ...('citation' in found && { citation: found.citation }),
    ...('reason' in found && found.reason !== undefined && { reason: found.reason }),
  };
}

/**
 * The registers of places whose free tools a report asks, row by row with their positions: the tools' answers list the
 * nearest few. The questions are the tools' own and reach the sources once.
 */
export const readRegisters = (
  sources: SourceAccess,
  subject: PointSubject,
  limitMs: number,
): Promise<readonly RegisterReading[]> =>
  Promise.all(
    registers.map((register) =>
      within(limitMs, readOne(sources, subject, register), () => ({
        type: register.type,
        label: register.label,
        radiusMeters: register.radiusMeters,
        state: 'unavailable' as const,
        rows: [],
        reason: 'did not answer in time',
      })),
    ),
  );
