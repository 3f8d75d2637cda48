import { coverageStatusOf, withContaining } from '../src/places/schema/coverage-status.ts';
import type { Jurisdiction } from '../src/places/schema/jurisdiction.ts';
import type { FixedResource, TemplateResource } from './define.ts';

const uri = 'place-records://coverage';

const ordered = (all: readonly Jurisdiction[]) => [...all].sort((a, b) => a.id.localeCompare(b.id, 'en'));
const configuredLanes = (place: Jurisdiction) => [...new Set(place.sources.map(({ lane }) => lane))].sort();

/** Where local lanes are configured; national tools need no entry here. */
export const coverageLedger: FixedResource = {
  uri,
  name: 'coverage',
  title: 'Coverage ledger',
  description:
    'Cities, counties and states whose local lanes (parcel, zoning, permits, tax ...) are wired, and which. National tools work for every US address and are not listed. The whole entry: place-records://coverage/{jurisdictionId}.',
  mimeType: 'application/json',
  async read(ports) {
    const all = ordered(await ports.jurisdictions());
    return JSON.stringify({
      count: all.length,
      note: 'A lane that is not listed is not wired. Not covered never means that no records exist.',
      columns: ['id', 'displayName', 'kind', 'state', 'coverageStatus', 'lanes'],
      rows: all.map((place) => [
        place.id,
        place.displayName,
        place.kind,
        place.stack.state,
        coverageStatusOf(withContaining(place, all)),
        configuredLanes(place),
      ]),
    });
  },
};

/** One jurisdiction: what is configured to which source, and what is known to be missing. */
export const jurisdictionCoverage: TemplateResource = {
  uriTemplate: `${uri}/{jurisdictionId}`,
  variable: 'jurisdictionId',
  name: 'jurisdiction-coverage',
  title: 'Coverage of one jurisdiction',
  description: 'Wired lanes of one jurisdiction with their sources, lanes known to be absent and why, policy sources.',
  mimeType: 'application/json',
  async read(ports, id) {
    const all = await ports.jurisdictions();
    const place = all.find((candidate) => candidate.id === id);
    if (!place) return undefined;
    return JSON.stringify({
      id: place.id,
      displayName: place.displayName,
      kind: place.kind,
      stack: place.stack,
      coverageStatus: coverageStatusOf(withContaining(place, all)),
      lanes: place.sources.map((source) => ({
        lane: source.lane,
        name: source.name,
        cardId: source.cardId,
        publisher: source.publisher,
        landingUrl: source.landingUrl,
        locationPrecision: source.locationPrecision,
        freshness: source.freshness,
        ...(source.recordScope && { recordScope: source.recordScope }),
        limits: source.limits.notes,
        seen: source.seen,
      })),
      absent: place.absent,
      policySources: place.policySources,
    });
  },
  ids: async (ports) => ordered(await ports.jurisdictions()).map(({ id }) => id),
};
