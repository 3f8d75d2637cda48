import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, county, state } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { countedInOneCodeSet, countyCodes } from '../../src/geography/by-county.ts';
import { countyKey } from '../../src/geography/county-name.ts';
import { findState } from '../../src/geography/us-states.ts';
import { arrange, miles } from '../../src/geometry/placed.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import type { Cited } from '../../src/kernel/answer-builder.ts';
import { hasData, type Lookup, mapLookup } from '../../src/kernel/lookup.ts';
import { beyond, byDistance, leftOut, many, notRead } from '../../src/kernel/nearby-shape.ts';
import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import { isPointSubject, type Subject } from '../../src/kernel/subject.ts';
import { type Brownfield, brownfieldsOfCounty } from '../../src/sources/epa-acres/client.ts';
import { mirroredBrownfieldsOfCounty, mirroredHandlersIn } from '../../src/sources/epa-frs/registry.ts';
import { type NplSite, nplOfState, nplSites } from '../../src/sources/epa-npl/client.ts';
import { handlerCountIn } from '../../src/sources/epa-rcra/client.ts';
import { isNpl, mirroredSuperfundOfState, superfundOfState } from '../../src/sources/epa-sems/client.ts';
import type { SuperfundSite } from '../../src/sources/epa-sems/fields.ts';
import { formsOfCounty, mirroredFormsOfCounty, type TriYear } from '../../src/sources/epa-tri/client.ts';
import { summarize } from '../../src/sources/epa-tri/summary.ts';

const listed = 5;
const nplShown = ['epaId', 'name', 'status', 'proposedOn', 'listedOn', 'constructionCompletedOn', 'deletedOn'] as const;

const nearby = byDistance.optional().describe('Of these, placed near the address');

const facts = z.strictObject({
  nationalPriorities: row({
    count: z.int(),
    byDistance: nearby,
    sites: z.array(z.strictObject(nplSites.shape(...nplShown))),
    leftOut,
  }).optional(),
  otherSuperfund: row({
    count: z.int(),
    archivedSiteCount: z.int(),
    withoutCoordinates: z.int(),
    byDistance: nearby,
  }).optional(),
  brownfields: row({ count: z.int(), byDistance: nearby }).optional(),
  hazardousWasteHandlers: row({ count: z.int() }).optional(),
  toxicReleases: row({
    reportingYear: z.int(),
    facilityCount: z.int(),
    onSitePounds: z.number().optional(),
    onSiteDioxinGrams: z.number().optional(),
  }).optional(),
});

/** A list of a whole state or of a county, cut to the rows that pass; none left is empty. */
function only<T>(lookup: Lookup<readonly T[]>, passes: (row: T) => boolean): Lookup<readonly T[]> {
  const found = mapLookup(lookup, (rows) => rows.filter(passes));
  return found.state === 'found' && found.data.length === 0 ? { state: 'empty', citation: found.citation } : found;
}

interface Registers {
  readonly npl: Cited<readonly NplSite[]> | undefined;
  readonly sems: Cited<readonly SuperfundSite[]> | undefined;
  readonly acres: Cited<readonly Brownfield[]> | undefined;
  readonly rcra: Cited<number> | undefined;
  readonly tri: Cited<TriYear> | undefined;
  readonly sums: ReturnType<typeof summarize> | undefined;
}

/** Sites of the priorities list: the listed and proposed ones apart from those that were deleted from it. */
function nplWords(sites: readonly NplSite[]): string {
  const deleted = sites.filter(({ deletedOn }) => deletedOn !== undefined).length;
  const listed = `${many(sites.length - deleted, 'site')} on or proposed for the National Priorities List`;
  return deleted > 0 ? `${listed}, ${deleted} deleted from it` : listed;
}

function countsSaid({ npl, sems, acres, rcra, tri, sums }: Registers) {
  return [
    npl && nplWords(npl.data),
    sems && many(sems.data.length, 'other Superfund site'),
    acres && many(acres.data.length, 'brownfield'),
    rcra && many(rcra.data, 'hazardous waste handler'),
    sums && `${many(sums.facilities, 'facility', 'facilities')} of the ${tri?.data.year} toxics inventory`,
  ].filter(Boolean);
}

function registerFacts({ npl, sems, acres, rcra, tri, sums }: Registers, subject: Subject) {
  const withinMile = (rows: readonly (SuperfundSite | NplSite | Brownfield)[]) =>
    isPointSubject(subject)
      ? { byDistance: [{ withinMeters: miles.one, count: arrange(rows, subject, miles.one).near.length }] }
      : {};
  return {
    nationalPriorities: npl && {
      count: npl.data.length,
      ...withinMile(npl.data),
      sites: npl.data.slice(0, listed).map((site) => pickFields(site, ...nplShown)),
      leftOut: beyond(npl.data, listed),
      citation: npl.citation,
    },
    otherSuperfund: sems && {
      count: sems.data.length,
      archivedSiteCount: sems.data.filter((site) => site.archived).length,
      withoutCoordinates: sems.data.filter((site) => !site.at).length,
      ...withinMile(sems.data),
      citation: sems.citation,
    },
    brownfields: acres && { count: acres.data.length, ...withinMile(acres.data), citation: acres.citation },
    hazardousWasteHandlers: rcra && { count: rcra.data, citation: rcra.citation },
    toxicReleases: tri &&
      sums && {
        reportingYear: tri.data.year,
        facilityCount: sums.facilities,
        onSitePounds: sums.pounds?.onSite,
        onSiteDioxinGrams: sums.grams?.onSite,
        citation: tri.citation,
      },
  };
}

async function readRegisters(
  sources: SourceAccess,
  codes: readonly { readonly name: string; readonly fips: string }[],
  { code, stateName }: { readonly code: string; readonly stateName: string },
  now: Date,
) {
  // EPA keeps Connecticut's eight counties, so each vintage of the county is read until one has something
  const firstOf = async <T>(read: (at: number) => Promise<Lookup<T>>): Promise<Lookup<T>> => {
    let found = await read(0);
    for (let at = 1; at < codes.length && found.state === 'empty'; at++) found = await read(at);
    return found;
  };
  const shortName = (at: number) => (codes[at]?.name ?? '').replace(/ (county|parish|borough|planning region)$/i, '');
  const [npl, sems, acres, rcra, tri] = await Promise.all([
    nplOfState(sources, stateName),
    superfundOfState(sources, code),
    firstOf((at) => brownfieldsOfCounty(sources, code, shortName(at))),
    firstOf((at) => handlerCountIn(sources, { state: code, countyFips: codes[at]?.fips ?? '' })),
    formsOfCounty(sources, { state: code, counties: codes.map(({ name }) => name) }, now.getUTCFullYear()),
  ]);
  return { npl, sems, acres, rcra, tri };
}

export default defineTool({
  title: 'Environmental registers of a county, with their dates',
  summary: 'What federal environmental registers hold for a county: Superfund with dates, brownfields, waste, TRI.',
  whenToUse: 'What does the record of federal environmental programs look like in this county, and since when?',
  notFor: 'Records by distance (svc_environmental_records_screen) or former uses of a property.',
  scope: 'national',
  subject: 'area',
  sources: ['epa-npl', 'epa-sems', 'epa-acres', 'epa-rcra', 'epa-tri'],
  mirrors: ['epa-superfund-sites', 'epa-frs-facilities', 'epa-tri-basic'],
  fallbacks: ['svc_toxic_releases', 'svc_rcra_handlers'],
  examples: [
    { title: 'Around an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'A county', arguments: { state: 'MS', county: 'Harrison' } },
  ],
  input: atAddress({ state: state.optional(), county: county.optional() }, [['state', 'county']]),
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['environment', 'superfund', 'EPA', 'county']),
  async run({ subject, sources, mirror, now, answer }) {
    const codes = countyCodes(subject);
    const stateName = findState(subject.stateCode ?? '')?.name;
    const byDistance = {
      action: 'Ask for records by distance from the address',
      with: 'svc_environmental_records_screen',
    };
    if (codes.length === 0 || !subject.stateCode || !stateName) {
      const summary = `The county of ${subject.input} is not known, so its environmental registers were not read.`;
      return answer.finish({ state: 'unresolved', summary, verifyNext: [byDistance] });
    }
    const code = subject.stateCode;
    const name = `${codes[0]?.name}, ${code}`;
    const keys = codes.map((entry) => countyKey(entry.name));
    const fips = codes.map((entry) => entry.fips);
    const where = { state: code, counties: codes.map((entry) => entry.name) };
    const { npl, sems, acres, rcra, tri } = await readRegisters(sources, codes, { code, stateName }, now);
    const here = (site: SuperfundSite) =>
      !isNpl(site) && site.countyFips !== undefined && fips.includes(site.countyFips);
    const add = <T>(part: string, live: Lookup<T>, mirrored?: () => Lookup<T>) =>
      answer.addPart(
        part,
        { area: name },
        countedInOneCodeSet(subject, live),
        mirrored && (() => countedInOneCodeSet(subject, mirrored())),
      );
    const nplPart = add(
      'nationalPriorities',
      only(npl, (site: NplSite) => keys.includes(countyKey(site.county ?? ''))),
    );
    const semsPart = add('otherSuperfund', only(sems, here), () => only(mirroredSuperfundOfState(mirror, code), here));
    const acresPart = add('brownfields', acres, () => mirroredBrownfieldsOfCounty(mirror, code, fips[0] ?? ''));
    const rcraPart = add('hazardousWasteHandlers', rcra, () =>
      mapLookup(mirroredHandlersIn(mirror, { state: code, countyFips: fips[0] }), ({ total }) => total),
    );
    const triPart = add('toxicReleases', tri, () => mirroredFormsOfCounty(mirror, where));
    const sums = triPart && triPart.data.forms.length > 0 ? summarize(triPart.data.forms) : undefined;
    const found = { npl: nplPart, sems: semsPart, acres: acresPart, rcra: rcraPart, tri: triPart, sums };
    const findings = countsSaid(found);
    return answer.finish({
      summary:
        answer.state === 'unavailable'
          ? `The federal environmental registers could not be read for ${name}.`
          : `Federal registers for ${name}: ${findings.length > 0 ? findings.join(', ') : 'no record in those that answered'}${notRead(answer.missing)}.`,
      facts: findings.length > 0 && registerFacts(found, subject),
      verifyNext: [
        hasData(npl) && {
          action: 'Open the site profile of a listed site by its EPA id',
          with: 'EPA Superfund',
          url: 'https://www.epa.gov/superfund/search-superfund-sites-where-you-live',
        },
        byDistance,
      ],
    });
  },
});
