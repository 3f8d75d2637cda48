import type { PlaceReport } from '../place-report/schema/report.ts';

const directions = /^(?:[NSEW]|NE|NW|SE|SW)$/;
const stateAndZip = /^([A-Z]{2})(?: (\d{5}(?:-\d{4})?))?$/;

const word = (part: string) =>
  directions.test(part) ? part : part.toLowerCase().replace(/(?<![a-z\d'])[a-z]/g, (letter) => letter.toUpperCase());

/** An address as a register writes it, "222 W HARGETT ST, RALEIGH, NC, 27601", as it is written on an envelope. */
export function onEnvelope(address: string): string {
  const parts = address.split(',').map((part) => part.trim().replace(/\s+/g, ' '));
  const zip = parts.length > 2 && /^\d{5}(-\d{4})?$/.test(parts.at(-1) ?? '') ? parts.pop() : undefined;
  const written = parts.map((part, at) =>
    // "ST" is a street wherever it is not the state behind the city
    at > 0 && at === parts.length - 1 && stateAndZip.test(part) ? part : part.split(' ').map(word).join(' '),
  );
  return `${written.join(', ')}${zip ? ` ${zip}` : ''}`;
}

const factIn = ({ sections }: PlaceReport, section: string, end: string): string | undefined => {
  const found = sections
    .flatMap((one) => (one.kind === 'facts' && one.id === section ? one.facts : []))
    .find(({ id }) => id.endsWith(end));
  return found === undefined ? undefined : String(found.value);
};

/**
 * What a property is called on what is made of its report: the address as the geocoder matched it, else as the parcel
 * record has it. Never the caller's own words, which could say anything.
 */
export function addressLabel(report: PlaceReport, parcelId: string): string {
  const matched = factIn(report, 'subject', 'subject.resolved');
  const site = factIn(report, 'facts.parcel', '.siteAddress');
  const known = matched ?? site;
  return known === undefined ? `Parcel ${parcelId}` : onEnvelope(known).slice(0, 240);
}
