import { z } from 'zod';
import type { FreeContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, county, state } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { countedInOneCodeSet, countyCodes, noCounty, underFirstCode } from '../../src/geography/by-county.ts';
import { countyKey } from '../../src/geography/county-name.ts';
import { findState } from '../../src/geography/us-states.ts';
import { arrange, miles, type Positioned } from '../../src/geometry/placed.ts';
import { answerSchema, row } from '../../src/kernel/answer.ts';
import type { Cited } from '../../src/kernel/answer-builder.ts';
import { hasData, type Lookup, mapLookup, orEmpty } from '../../src/kernel/lookup.ts';
import { beyond, byDistance, leftOut, many, notRead } from '../../src/kernel/nearby-shape.ts';
import { isPointSubject, type Subject } from '../../src/kernel/subject.ts';
import { type Brownfield, brownfieldsOfCounty } from '../../src/sources/epa-acres/client.ts';
import { mirroredBrownfieldsOfCounty, mirroredHandlersIn } from '../../src/sources/epa-frs/registry.ts';
import { type NplSite, nplOfState, nplSites } from '../../src/sources/epa-npl/client.ts';
import { handlerCountIn } from '../../src/sources/epa-rcra/client.ts';
import { isNpl, mirroredSuperfundOfState, superfundOfState } from '../../src/sources/epa-sems/client.ts';
import type { SuperfundSite } from '../../src/sources/epa-sems/fields.ts';
import { formsOfCounty, mirroredFormsOfCounty, summarize, type TriYear } from '../../src/sources/epa-tri/client.ts';

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
const only = <T>(lookup: Lookup<readonly T[]>, passes: (row: T) => boolean) =>
  orEmpty(mapLookup(lookup, (rows) => rows.filter(passes)));

type Part<T> = Cited<T> | undefined;

interface Registers {
  readonly npl: Part<readonly NplSite[]>;
  readonly sems: Part<readonly SuperfundSite[]>;
  readonly acres: Part<readonly Brownfield[]>;
  readonly rcra: Part<number>;
  readonly tri: Part<TriYear>;
}

/** Sites of the priorities list: the listed and proposed ones apart from those that were deleted from it. */
function nplWords(sites: readonly NplSite[]): string {
  const deleted = sites.filter(({ deletedOn }) => deletedOn !== undefined).length;
  const listed = `${many(sites.length - deleted, 'site')} on or proposed for the National Priorities List`;
  return deleted > 0 ? `${listed}, ${deleted} deleted from it` : listed;
}

/** What the registers hold, in words and as facts. */
function registerFacts({ npl, sems, acres, rcra, tri }: Registers, subject: Subject) {
  const sums = tri && tri.data.forms.length > 0 ? summarize(tri.data.forms) : undefined;
  const counted = (rows: readonly Positioned[]) => ({
    count: rows.length,
    byDistance: isPointSubject(subject)
      ? [{ withinMeters: miles.one, count: arrange(rows, subject, miles.one).near.length }]
      : undefined,
  });
  const findings = [
    npl && nplWords(npl.data),
    sems && many(sems.data.length, 'other Superfund site'),
    acres && many(acres.data.length, 'brownfield'),
    rcra && many(rcra.data, 'hazardous waste handler'),
    sums && `${many(sums.facilities, 'facility', 'facilities')} of the ${tri?.data.year} toxics inventory`,
  ].filter(Boolean);
  const facts = {
    nationalPriorities: npl && {
      ...counted(npl.data),
      sites: npl.data.slice(0, listed).map((site) => pickFields(site, ...nplShown)),
      leftOut: beyond(npl.data, listed),
      citation: npl.citation,
    },
    otherSuperfund: sems && {
      ...counted(sems.data),
      archivedSiteCount: sems.data.filter((site) => site.archived).length,
      withoutCoordinates: sems.data.filter((site) => !site.at).length,
      citation: sems.citation,
    },
    brownfields: acres && { ...counted(acres.data), citation: acres.citation },
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
  return { findings, facts };
}

/** EPA lists Connecticut under its eight old counties: each code of the county is read until one has something. */
async function readRegisters(
  { subject, sources, now }: Pick<FreeContext<'area'>, 'subject' | 'sources' | 'now'>,
  { code, stateName }: { readonly code: string; readonly stateName: string },
) {
  const codes = countyCodes(subject);
  const shortName = (name: string) => name.replace(/ (county|parish|borough|planning region)$/i, '');
  const [npl, sems, acres, rcra, tri] = await Promise.all([
    nplOfState(sources, stateName),
    superfundOfState(sources, code),
    underFirstCode(codes, noCounty(subject, 'ACRES'), ({ name }) =>
      brownfieldsOfCounty(sources, code, shortName(name)),
    ),
    underFirstCode(codes, noCounty(subject, 'RCRAInfo'), ({ fips }) =>
      handlerCountIn(sources, { state: code, countyFips: fips }),
    ),
    formsOfCounty(sources, { state: code, counties: codes.map(({ name }) => name) }, now.getUTCFullYear()),
  ]);
  return { npl, sems, acres, rcra, tri };
}

export default defineTool({
  title: 'Environmental registers of a county, with their dates',
  summary: 'What federal environmental registers hold for a county: Superfund with dates, brownfields, waste, TRI.',
  whenToUse: 'What does the record of federal environmental programs look like in this county, and since when?',
  notFor: 'Records by distance (svc_environmental_records_screen) or former uses of a property.',
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
  async run(ctx) {
    const { subject, mirror, answer } = ctx;
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
    const { npl, sems, acres, rcra, tri } = await readRegisters(ctx, { code, stateName });
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
    const found = { npl: nplPart, sems: semsPart, acres: acresPart, rcra: rcraPart, tri: triPart };
    const { findings, facts } = registerFacts(found, subject);
    return answer.finish({
      summary:
        answer.state === 'unavailable'
          ? `The federal environmental registers could not be read for ${name}.`
          : `Federal registers for ${name}: ${findings.length > 0 ? findings.join(', ') : 'no record in those that answered'}${notRead(answer.missing)}.`,
      facts: findings.length > 0 && facts,
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
