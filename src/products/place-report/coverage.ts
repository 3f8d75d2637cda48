import { within } from '../../kernel/bounded.ts';
import type { PlacePort, Resolution } from '../../kernel/ports/place.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { seenText } from '../../kernel/seen.ts';
import {
  type GeoPoint,
  isMatchedAddress,
  isPointSubject,
  type PointSubject,
  type Subject,
} from '../../kernel/subject.ts';
import { coverageStatusOf } from '../../places/schema/coverage-status.ts';
import { datasetPageOf, decidedByCodes, type Jurisdiction } from '../../places/schema/jurisdiction.ts';
import type { JurisdictionsPort } from '../../places/schema/port.ts';
import { policySourcesOf } from '../../rules/policy-sources.ts';
import { laneTitle, placeName } from '../shared/compose/words.ts';
import { type CoverageDiagnostic, CoverageDiagnosticSchema, type PlaceReportInput } from './schema/report.ts';

interface Ports {
  readonly place: PlacePort;
  readonly jurisdictions: JurisdictionsPort;
  readonly sources: SourceAccess;
}

export interface CoveredPlace {
  readonly subject: PointSubject;
  readonly jurisdictions: readonly Jurisdiction[];
  /** `national`: too few local sources are wired, and the parcel layer or the point of the house is known. */
  readonly edition: 'local' | 'national';
  /** Set where a boundary did not answer, so that a jurisdiction may be missing. */
  readonly unansweredBoundary: string | undefined;
  /** How it is known that a jurisdiction speaks for the place, where its own boundary did not say so. */
  readonly boundaryNote: string | undefined;
  /** Where records are searched, and distances measured from. */
  readonly center: GeoPoint;
  readonly centerWords: string;
}

type Coverage = { readonly covered: CoveredPlace } | { readonly diagnostic: CoverageDiagnostic };

const resolveMs = 6_000;
const boundaryMs = 6_500;

/** Where the state publishes its law and its tax rules: known of every state, read of none. */
function stateSources(stateCode: string | undefined): CoverageDiagnostic['candidateSources'] {
  const state = policySourcesOf(stateCode);
  if (!state) return [];
  const { name, legislature, code, taxAgency, taxAgencyUrl } = state;
  const status = 'official site, not opened';
  return [
    { category: 'state legislature', sourceName: `${name} legislature`, sourceUrl: legislature, status },
    ...(code ? [{ category: 'state code', sourceName: `${name} code`, sourceUrl: code, status }] : []),
    { category: 'state tax agency', sourceName: taxAgency, sourceUrl: taxAgencyUrl, status },
  ];
}

/** Why there is no report, and what one would take. */
interface Refusal {
  readonly status: 'unsupported' | 'discovery_only';
  readonly jurisdictions: readonly Jurisdiction[];
  readonly why: string;
  readonly needed: readonly string[];
}

/** The free answer that says why there is no report, checked against its published schema. */
export function diagnosticFor(
  input: string,
  subject: Subject,
  { status, jurisdictions, why, needed }: Refusal,
): CoverageDiagnostic {
  const [first] = jurisdictions;
  const resolved = subject.precision !== 'unknown' ? placeName(subject) : undefined;
  return CoverageDiagnosticSchema.parse({
    kind: 'place_report_coverage_diagnostic',
    place: {
      input,
      ...(resolved && { resolved }),
      ...(first && { jurisdictionId: first.id }),
      coverageStatus: status,
    },
    charged: false,
    message: `No report was made: ${why}`,
    candidateSources: [
      ...jurisdictions.flatMap((place) =>
        place.sources.map((source) => ({
          category: source.lane,
          sourceName: source.name,
          sourceUrl: datasetPageOf(source),
          status: `configured; ${seenText(source.seen).toLowerCase()}`,
        })),
      ),
      ...jurisdictions.flatMap((place) =>
        place.policySources.map(({ name, level, url }) => ({
          category: `${level} policy`,
          sourceName: name,
          sourceUrl: url,
          status: 'official page, not read as data',
        })),
      ),
      ...stateSources(subject.stateCode),
    ].slice(0, 20),
    whatWeWouldNeed: [...needed],
    caveats: [
      'Nothing was charged and no payment was requested.',
      'Not covered never means that no records exist.',
      'National free tools still answer for any resolved US address, for example svc_flood_zone and svc_place_facts; svc_lane_availability lists them.',
    ],
  });
}

const needsOf = (area: string) => [
  `A wired and verified parcel source for ${area}`,
  ...(['incidents', 'permits', 'service_requests', 'code_violations'] as const).map(
    (lane) => `A public source of ${laneTitle(lane).toLowerCase()} with position and date for ${area}`,
  ),
  'A boundary layer that says which jurisdiction speaks for a point',
];

type Resolved = Extract<Resolution, { state: 'resolved' }>;
type Located = Awaited<ReturnType<JurisdictionsPort['locate']>>;

function resolvePlace({ place, sources }: Ports, input: PlaceReportInput, queried: string): Promise<Resolution> {
  const { address, zip, latitude, longitude } = input;
  const given = {
    ...(address !== undefined && { address }),
    ...(zip !== undefined && { zip }),
    ...(latitude !== undefined && longitude !== undefined && { latitude, longitude }),
  };
  return within(resolveMs, place.resolve(given, sources), () => ({
    state: 'unavailable' as const,
    subject: { input: queried, precision: 'unknown', countyAlternates: [], countyCandidates: [], candidates: [] },
    reason: 'The geocoder did not answer in time.',
    searched: [],
  }));
}

function notResolved({ reason, subject }: Exclude<Resolution, Resolved>): Refusal {
  const needed = [
    'A full street address with city and state, or latitude and longitude together',
    ...subject.candidates.slice(0, 5).map(({ label }) => `The place meant is: ${label}`),
  ];
  return { status: 'unsupported', jurisdictions: [], why: reason, needed };
}

/** A place without a point: an area has no parcel, is never treated as an address, and its center is not the whole of it. */
function noPoint({ subject, searched }: Resolved, jurisdictions: readonly Jurisdiction[], isAddress: boolean): Refusal {
  const head = { status: 'discovery_only', jurisdictions } as const;
  if (!isAddress) {
    const area = subject.areaKind === 'zip' ? 'a ZIP code' : 'this place';
    const why = `${area} is an area without a parcel, and records around its center would not stand for it.`;
    return { ...head, why, needed: ['A street address, or the ZIP code together with latitude and longitude'] };
  }
  const failed = searched.find(({ state }) => state === 'unavailable');
  const why = failed
    ? `${failed.source} did not answer, so the address is known only to its area.`
    : 'the address is known only to its area, and an area is never treated as an address.';
  const needed = ['A street address that the geocoder matches, or latitude and longitude together, or only a ZIP'];
  return { ...head, why, needed };
}

function locate({ jurisdictions, sources }: Ports, subject: Subject): Promise<Located> {
  return within(boundaryMs, jurisdictions.locate(subject, sources), () => ({
    state: 'unavailable' as const,
    reason: 'The boundary of a wired jurisdiction did not answer in time.',
    jurisdictions: jurisdictions.candidates(subject).filter(decidedByCodes),
  }));
}

/** Whether the national registers can be put to the place: by the parcel, or by a point that is its own. */
const isPlaced = (subject: Subject, jurisdictions: readonly Jurisdiction[]) =>
  subject.precision === 'rooftop' ||
  subject.precision === 'point' ||
  jurisdictions.some(({ sources }) => sources.some(({ lane, seen }) => lane === 'parcel' && seen.by !== 'none'));

/** The edition that the jurisdictions of a place carry, or what keeps them from a report. */
function editionOf(
  located: Located,
  jurisdictions: readonly Jurisdiction[],
  subject: Subject,
  named: string | undefined,
): CoveredPlace['edition'] | Refusal {
  if (named && !jurisdictions.some(({ aliases, kind }) => kind === 'city' && aliases.includes(named))) {
    return {
      status: 'unsupported',
      jurisdictions,
      why: `the place does not lie in the jurisdiction ${named}.`,
      needed: [`An address inside ${named}, or a request without the jurisdiction field`],
    };
  }
  const status = coverageStatusOf(jurisdictions);
  if (status !== 'unsupported' && status !== 'discovery_only') return 'local';
  // a boundary that did not answer may hide local sources
  if (located.state !== 'unavailable' && isPlaced(subject, jurisdictions)) return 'national';
  const refusal = tooFewLocal(subject, jurisdictions);
  return located.state === 'unavailable' ? { ...refusal, why: located.reason } : refusal;
}

function tooFewLocal(subject: Subject, jurisdictions: readonly Jurisdiction[]): Refusal {
  const area = areaNameOf(subject);
  const placed = 'Latitude and longitude of the property, where its address is matched along its street alone';
  const why =
    jurisdictions.length > 0
      ? `sources of ${area} are known, and too few of them are wired and verified for a report.`
      : `no local source is wired for ${area}.`;
  return {
    status: jurisdictions.some(({ sources }) => sources.length > 0) ? 'discovery_only' : 'unsupported',
    jurisdictions,
    why,
    needed: [placed, ...needsOf(area)],
  };
}

const areaNameOf = (subject: Subject) =>
  [subject.county?.name ?? subject.placeName ?? placeName(subject), subject.stateCode].filter(Boolean).join(', ');

/**
 * Coverage before charge: the place and who speaks for it, or the diagnostic that says why no report can be made.
 * `editions` is `local` for what has to read local records.
 */
export async function coverageOf(
  ports: Ports,
  input: PlaceReportInput,
  editions: CoveredPlace['edition'] = 'national',
): Promise<Coverage> {
  const queried = input.address ?? input.zip ?? '';
  const resolution = await resolvePlace(ports, input, queried);
  const { subject } = resolution;
  const refuse = (refusal: Refusal): Coverage => ({ diagnostic: diagnosticFor(queried, subject, refusal) });
  if (resolution.state !== 'resolved') return refuse(notResolved(resolution));
  if (!isPointSubject(subject)) {
    return refuse(noPoint(resolution, ports.jurisdictions.candidates(subject), input.address !== undefined));
  }
  const located = await locate(ports, subject);
  const jurisdictions = located.state === 'not_covered' ? [] : located.jurisdictions;
  const edition = editionOf(located, jurisdictions, subject, input.jurisdiction);
  if (typeof edition === 'object') return refuse(edition);
  if (edition === 'national' && editions === 'local') return refuse(tooFewLocal(subject, jurisdictions));
  const { latitude, longitude } = subject;
  return {
    covered: {
      subject,
      jurisdictions,
      edition,
      unansweredBoundary: located.state === 'unavailable' ? located.reason : undefined,
      boundaryNote: located.state === 'found' ? located.note : undefined,
      center: { latitude, longitude },
      centerWords: isMatchedAddress(subject) ? 'the matched address' : 'the given point',
    },
  };
}
