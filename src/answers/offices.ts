import { findState } from '../geography/us-states.ts';
import type { VerifyNext } from '../kernel/answer.ts';
import { readDataTable } from '../kernel/data-file.ts';
import { once } from '../kernel/memoize.ts';
import type { Subject } from '../kernel/subject.ts';
import { type OfficePage, type RecordKind, recordKeeper, recordKinds } from '../places/registry/offices.ts';
import type { Lane } from '../places/schema/jurisdiction.ts';
import { stateTaxOffice } from '../rules/tax-office.ts';
import { cityName } from './city-name.ts';

export interface OfficeNeed {
  readonly keeps: RecordKind;
  /** The office in words where its name is not known: "recorder of deeds". */
  readonly words: string;
  /** Inside a city the record is with its own department, not with the county's. */
  readonly ofCity?: true;
}

const cityOffice = (words: string, keeps: RecordKind = 'any'): OfficeNeed => ({ keeps, words, ofCity: true });

const kindWords: Readonly<Record<RecordKind, string>> = {
  assessor: 'assessor',
  recorder: 'recorder of deeds',
  treasurer: 'tax collector',
  planning: 'planning department',
  gis: 'GIS office',
  any: 'offices',
};

export const offices = {
  assessor: { keeps: 'assessor', words: 'assessor' },
  recorder: { keeps: 'recorder', words: 'recorder of deeds' },
  collector: { keeps: 'treasurer', words: 'tax collector' },
  planning: cityOffice('planning department', 'planning'),
  building: cityOffice('building department'),
  housing: cityOffice('housing or licensing department'),
  police: cityOffice('police department'),
  serviceRequests: cityOffice('311 service'),
  publicWorks: cityOffice('public works department'),
  clerk: cityOffice('clerk'),
  transit: cityOffice('transit agency'),
  utility: cityOffice('water and sewer department'),
} as const satisfies Readonly<Record<string, OfficeNeed>>;

export const officeOfLane: Readonly<Record<Lane, OfficeNeed>> = {
  parcel: offices.assessor,
  assessment: offices.assessor,
  special_valuation: offices.assessor,
  appeal_outcomes: offices.assessor,
  transfers: offices.recorder,
  recording_history: offices.recorder,
  tax_payment_status: offices.collector,
  tax_rates: offices.collector,
  taxing_districts: offices.collector,
  tax_distress: offices.collector,
  zoning: offices.planning,
  zoning_overlay: offices.planning,
  landmark: offices.planning,
  development_cases: offices.planning,
  permits: offices.building,
  certificate_of_occupancy: offices.building,
  code_violations: offices.building,
  rental_registry: offices.housing,
  incidents: offices.police,
  service_requests: offices.serviceRequests,
  capital_projects: offices.publicWorks,
  legislation: offices.clerk,
  transit: offices.transit,
  utility_service: offices.utility,
};

const ofTown: Readonly<Partial<Record<RecordKind, string>>> = { recorder: 'clerk (land records)' };

function inState(name: string, { stateCode }: Subject): string {
  const whole = stateCode !== undefined && findState(stateCode)?.name === name;
  return stateCode && !whole ? `${name}, ${stateCode}` : name;
}

function countyOf(subject: Subject): string {
  const { county, stateCode } = subject;
  if (county) return inState(county.name, subject);
  return stateCode ? `the county in ${findState(stateCode)?.name ?? stateCode}` : 'the county';
}

/** Whether the county of a place is a city or municipality itself, or all of its state: it has one set of offices. */
const isOwnCity = ({ county, stateCode }: Subject): boolean =>
  county !== undefined && (/ (city|Municipio)$/.test(county.name) || findState(stateCode ?? '')?.name === county.name);

/** Counties without ground outside their city. */
const inOneCity = once(
  () => new Set(readDataTable('jurisdictions/counties-in-one-city.csv').map(({ geoid }) => geoid)),
);

/** The city whose departments may be in charge; a ZIP, county or state has several or none. */
const cityOf = (subject: Subject): string | undefined =>
  isOwnCity(subject) || (subject.precision === 'area' && subject.areaKind !== 'place') ? undefined : cityName(subject);

function nameOf(page: OfficePage, words: string, place: string): string {
  const { office } = page;
  switch (page.page) {
    case 'office':
      if (!office) return `${words} of ${place}`;
      return page.held_by === 'state' || office.includes(page.area_name) ? office : `${office}, ${place}`;
    case 'site':
      return `${words} of ${place} (county site)`;
    case 'index':
      return `${words} of ${place} (state index)`;
    case 'directory':
      return `${words} of ${place} (state list)`;
    default:
      return `${words} of ${place} (state agency)`;
  }
}

/**
 * Whom a person asks for a record of a place, with the official page where one is known: the office's own, else the page
 * of its county or state that leads there. Where none is known only the kind of the office and its place are named.
 *
 * @param known the page that the place's own file names for the record
 */
export function officeFor(subject: Subject | undefined, need: OfficeNeed, known?: string): Omit<VerifyNext, 'action'> {
  if (!subject) return { with: `${need.words} of the place` };
  const keeper = recordKeeper(subject, need.keeps);
  const place = countyOf(subject);
  if (known !== undefined) return { with: `${need.words} of ${cityOf(subject) ?? place}`, url: known };
  const ofTowns = keeper.heldBy === 'town';
  const words = ofTowns ? (ofTown[need.keeps] ?? need.words) : need.words;
  const city = need.ofCity || ofTowns ? cityOf(subject) : undefined;
  const county = subject.county?.name;
  if (city) {
    const reaches = county && !inOneCity().has(subject.county?.fips);
    const outside = need.ofCity && !ofTowns && reaches ? ` (outside its limits: ${county})` : '';
    return { with: `${words} of ${inState(city, subject)}${outside}` };
  }
  if (ofTowns) return { with: `${words} of the town or city` };
  const [page] = keeper.pages;
  const oneOf = need.ofCity && !isOwnCity(subject) ? `the city, or of ${place} outside one` : place;
  return page ? { with: nameOf(page, words, oneOf), url: page.url } : { with: `${words} of ${oneOf}` };
}

export const askOffice = (
  subject: Subject | undefined,
  need: OfficeNeed,
  action: string,
  known?: string,
): VerifyNext => ({ action, ...officeFor(subject, need, known) });

/** {@link askOffice}, and where no page of the office itself is known the page of the state's tax agency as well. */
export function askOfficeOrState(subject: Subject | undefined, need: OfficeNeed, action: string, atState: string) {
  const office = askOffice(subject, need, action);
  return office.url ? [office] : [office, ...stateTaxOffice(subject, atState)];
}

export interface NamedPage {
  /** Census code of the county or state that it is for. */
  readonly area: string;
  readonly name: string;
  readonly url: string;
  readonly seenBy: OfficePage['seen_by'];
}

/** The known pages of the offices of a place, each once: of its county, and of the state where those are missing. */
export function officePagesAt(subject: Subject): readonly NamedPage[] {
  const place = countyOf(subject);
  const once = new Set<string>();
  return recordKinds.flatMap((kind) => {
    const [page] = recordKeeper(subject, kind).pages;
    if (!page || page.page === 'agency' || once.has(page.url)) return [];
    once.add(page.url);
    const { area, url, seen_by: seenBy } = page;
    const words = page.page === 'site' ? 'site' : kindWords[page.keeps];
    return [{ area, name: page.page === 'site' ? `Site of ${place}` : nameOf(page, words, place), url, seenBy }];
  });
}
