import { type OfficePage, type RecordKind, recordKeeper } from '../jurisdictions/offices.ts';
import type { VerifyNext } from '../kernel/answer.ts';
import { countyKey } from '../kernel/county-name.ts';
import type { Lane } from '../kernel/jurisdiction.ts';
import type { Subject } from '../kernel/subject.ts';
import { findState } from '../kernel/us-states.ts';
import { cityName } from './city-name.ts';

/** The kind of office that a person asks for a record. */
export interface OfficeNeed {
  readonly keeps: RecordKind;
  /** The office in words where its name is not known: "recorder of deeds". */
  readonly words: string;
  /** Inside a city its own department is asked, not the county's. */
  readonly ofCity?: true;
}

const cityOffice = (words: string, keeps: RecordKind = 'any'): OfficeNeed => ({ keeps, words, ofCity: true });

/** The offices that answers send people to. */
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

/** The office that has the record of a local lane. */
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

/** The office in words where towns keep the record. */
const ofTown: Readonly<Partial<Record<RecordKind, string>>> = { recorder: 'clerk (land records)' };

const inState = (name: string, { stateCode }: Subject) => (stateCode ? `${name}, ${stateCode}` : name);

function countyOf(subject: Subject): string {
  const { county, stateCode } = subject;
  if (county) return inState(county.name, subject);
  return stateCode ? `the county in ${findState(stateCode)?.name ?? stateCode}` : 'the county';
}

/** The city whose departments may be in charge; a ZIP lies in several, and one that is its own county has one set of offices. */
function cityOf(subject: Subject): string | undefined {
  const { county, areaKind, precision } = subject;
  const city = precision === 'area' && areaKind !== 'place' ? undefined : cityName(subject);
  return city && county?.name.endsWith(' city') && countyKey(county.name) === countyKey(`${city} city`)
    ? undefined
    : city;
}

/** The name under which a page is shown: the office's own where it is known, else its kind and county. */
function nameOf(page: OfficePage, words: string, place: string): string {
  const { office } = page;
  switch (page.page) {
    case 'office':
      if (!office) return `${words} of ${place}`;
      return page.held_by === 'state' || office.includes(page.area_name) ? office : `${office}, ${place}`;
    case 'site':
      return `${words} of ${place} (the county's site)`;
    case 'index':
      return `${words} of ${place} (index of the state)`;
    case 'directory':
      return `${words} of ${place} (listed by the state: ${office})`;
    default:
      return `${words} of ${place} (state agency: ${office})`;
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
  const words = keeper.heldBy === 'town' ? (ofTown[need.keeps] ?? need.words) : need.words;
  const city = need.ofCity || keeper.heldBy === 'town' ? cityOf(subject) : undefined;
  if (city) {
    const outside = need.ofCity && subject.county ? `, outside its limits of ${subject.county.name}` : '';
    return { with: `${words} of ${inState(city, subject)}${outside}` };
  }
  if (keeper.heldBy === 'town') return { with: `${words} of the town or city` };
  const [page] = keeper.pages;
  return page
    ? { with: nameOf(page, need.words, place), url: page.url }
    : { with: `${need.words} of ${place}${need.ofCity ? ' or its city' : ''}` };
}

/** {@link officeFor} as a step to take. */
export const askOffice = (
  subject: Subject | undefined,
  need: OfficeNeed,
  action: string,
  known?: string,
): VerifyNext => ({ action, ...officeFor(subject, need, known) });
