import { z } from 'zod';
import { isDeleted, registers } from '../../src/answers/registers/registers.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, radiusMeters } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { arrange, countByDistance, type Near } from '../../src/geometry/placed.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import type { Cited } from '../../src/kernel/answer-builder.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import { beyond, byDistance, distance, leftOut, many } from '../../src/kernel/nearby-shape.ts';
import type { PointSubject } from '../../src/kernel/subject.ts';
import { plainName } from '../../src/kernel/text.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { type Brownfield, brownfields } from '../../src/sources/epa-acres/client.ts';
import { type NplSite, nplSites } from '../../src/sources/epa-npl/client.ts';
import { type SuperfundSite, superfundSites } from '../../src/sources/epa-sems/fields.ts';
import { recordPage } from '../../src/sources/shared/lookup.ts';

const acresCard = sourceCard('epa-acres');

const listed = 5;

const nplShown = ['epaId', 'name', 'status', 'listedOn', 'deletedOn'] as const;
const away = ['distanceMeters', 'direction'] as const;

const sites = <S extends z.ZodRawShape>(shape: S) => z.array(z.strictObject({ ...shape, ...distance }));

const facts = z.strictObject({
  radiusMeters: z.number(),
  nationalPriorities: row({
    byDistance: byDistance.describe('Listed and proposed sites'),
    deletedByDistance: byDistance.optional().describe('Sites that were deleted from the list; absent: none'),
    sites: sites(nplSites.shape(...nplShown)),
    leftOut,
  }).optional(),
  otherSuperfund: row({
    byDistance: byDistance.describe('Sites that EPA has not archived'),
    archivedByDistance: byDistance.optional().describe('Archived sites; absent: none'),
    sites: sites({ ...superfundSites.shape('epaId', 'name', 'status'), archived: z.literal(true).optional() }),
    leftOut,
    withoutCoordinates: z
      .strictObject({
        inZip: z.int(),
        inCounty: z.int(),
        named: z.array(z.strictObject(superfundSites.shape('epaId', 'name'))).describe('The first of the ZIP'),
      })
      .describe('Sites that cannot be measured; any of them may lie near'),
  }).optional(),
  brownfields: row({
    byDistance,
    sites: sites({
      ...brownfields.shape('name', 'registryId'),
      recordUrl: z.url().optional().describe("Page of the place in EPA's Facility Registry Service"),
      ...brownfields.shape('address'),
    }),
    leftOut,
    withoutCoordinates: z.int().optional(),
  }).optional(),
});

interface SuperfundNear {
  readonly near: readonly Near<SuperfundSite>[];
  readonly inZip: readonly SuperfundSite[];
  readonly inCounty: number;
}

type Sites = Lookup<readonly SuperfundSite[]>;

/** The sites of a state as seen from the point: placed within the radius, or without a place in its ZIP and county. */
function superfundNear(lookup: Sites, subject: PointSubject, radius: number): Lookup<SuperfundNear> {
  if (!hasData(lookup)) return lookup;
  const { near, unplaced } = arrange(lookup.data, subject, radius);
  const codes = [subject.county, ...subject.countyAlternates].map((county) => county?.fips);
  const inZip = unplaced.filter((site) => site.zip !== undefined && site.zip === subject.zip);
  const inCounty = unplaced.filter((site) => site.countyFips !== undefined && codes.includes(site.countyFips)).length;
  if (near.length === 0 && inZip.length === 0 && lookup.state === 'found') {
    const reason = `${inCounty} sites of the county have no coordinates`;
    return { state: 'empty', citation: lookup.citation, ...(inCounty > 0 && { reason }) };
  }
  return { ...lookup, data: { near, inZip, inCounty } };
}

type Nearby<T> = readonly Near<T>[];

const sitesFacts = <T>(near: Nearby<T>, past: Nearby<T>, radius: number, view: (site: Near<T>) => object) => ({
  byDistance: countByDistance(past.length > 0 ? near.filter((site) => !past.includes(site)) : near, radius),
  past: past.length > 0 ? countByDistance(past, radius) : undefined,
  sites: near.slice(0, listed).map(view),
  leftOut: beyond(near, listed),
});

function prioritiesFacts(near: readonly Near<NplSite>[], radius: number, citation: string) {
  const { past, ...facts } = sitesFacts(near, near.filter(isDeleted), radius, (site) =>
    pickFields(site, ...nplShown, ...away),
  );
  return { ...facts, deletedByDistance: past, citation };
}

function superfundFacts({ data: { near, inZip, inCounty }, citation }: Cited<SuperfundNear>, radius: number) {
  const archived = near.filter((site) => site.archived);
  const { past, ...facts } = sitesFacts(near, archived, radius, (site) => ({
    ...pickFields(site, 'epaId', 'name', 'status', ...away),
    archived: site.archived || undefined,
  }));
  const named = inZip.slice(0, listed).map((site) => pickFields(site, 'epaId', 'name'));
  const withoutCoordinates = { inZip: inZip.length, inCounty, named };
  return { ...facts, archivedByDistance: past, withoutCoordinates, citation };
}

function brownfieldFacts({ near, unplaced }: ReturnType<typeof arrange<Brownfield>>, radius: number, citation: string) {
  const facts = sitesFacts(near, [], radius, (site) => ({
    ...pickFields(site, 'name', 'registryId', 'address', ...away),
    ...(site.registryId && recordPage(acresCard, site.registryId)),
  }));
  return { ...facts, withoutCoordinates: unplaced.length || undefined, citation };
}

/** Sites that are listed or proposed, with the nearest, and apart from them those that EPA deleted. */
function priorityWords(sites: readonly Near<NplSite>[]): string {
  const [listed, deleted] = [sites.filter((site) => !isDeleted(site)), sites.filter(isDeleted)];
  const [nearest] = listed;
  const which = nearest
    ? ` (nearest ${plainName(nearest.name) ?? nearest.epaId}, ${nearest.distanceMeters} m ${nearest.direction})`
    : '';
  return `${listed.length} on or proposed for the National Priorities List${which}, ${deleted.length} deleted from it`;
}

export default defineTool({
  title: 'Cleanup sites near an address',
  summary: 'Superfund sites on and off the National Priorities List and EPA brownfields around an address.',
  whenToUse: 'Which federal cleanup sites lie near this address, how far away, and at what stage is each?',
  notFor:
    'Tanks (svc_underground_storage_tanks), waste handlers (svc_rcra_handlers) or the whole set (svc_environmental_records_screen).',
  sources: ['epa-npl', 'epa-sems', 'epa-acres'],
  mirrors: ['epa-superfund-sites', 'epa-frs-facilities'],
  fallbacks: ['svc_environmental_history'],
  examples: [
    { title: 'Within a mile', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Within 5 km', arguments: { address: '140 Lameuse St, Biloxi, MS 39530', radiusMeters: 5000 } },
  ],
  input: atAddress({ radiusMeters: radiusMeters(1609, 16_000) }),
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['superfund', 'brownfields', 'environment', 'EPA']),
  async run(ctx, { radiusMeters: radius }) {
    const { subject, answer } = ctx;
    const area = `${radius} m around the point`;
    const [npl, sems, acres] = await Promise.all([
      registers.npl.rows(ctx, radius),
      registers.superfund.rows(ctx, radius),
      registers.brownfields.rows(ctx, radius),
    ]);
    const nplPart = answer.addPart('nationalPriorities', { area, recordScope: 'listed, proposed, deleted' }, ...npl);
    const [live, copy] = sems;
    const semsPart = answer.addPart(
      'otherSuperfund',
      { area, recordScope: 'sites not on that list' },
      superfundNear(live, subject, radius),
      copy && (() => superfundNear(copy(), subject, radius)),
    );
    const acresPart = answer.addPart('brownfields', { area, recordScope: 'federal grants' }, ...acres);
    const list = nplPart && arrange(nplPart.data, subject, radius);
    const fields = acresPart && arrange(acresPart.data, subject, radius);
    const counts = [
      list && priorityWords(list.near),
      semsPart &&
        `${many(semsPart.data.near.length, 'other Superfund site')} (and ${semsPart.data.inZip.length} of the ZIP without coordinates)`,
      acresPart && many(fields?.near.length ?? 0, 'brownfield'),
    ].filter(Boolean);
    return answer.finish({
      summary:
        answer.state === 'unavailable'
          ? `EPA's cleanup lists could not be read for ${radius} m around the point.`
          : `EPA's cleanup lists, ${radius} m around the point: ${
              counts.length > 0 ? counts.join('; ') : 'none of those that answered has a site there'
            }${answer.missing.length > 0 ? `; ${answer.missing.length} of 3 lists could not be read` : ''}.`,
      facts: counts.length > 0 && {
        radiusMeters: radius,
        nationalPriorities: nplPart && list && prioritiesFacts(list.near, radius, nplPart.citation),
        otherSuperfund: semsPart && superfundFacts(semsPart, radius),
        brownfields: acresPart && fields && brownfieldFacts(fields, radius, acresPart.citation),
      },
    });
  },
});
