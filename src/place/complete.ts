import { states } from './states.ts';

const wired = [
  'Raleigh, NC',
  'Chicago, IL',
  'New York, NY',
  'Wake County, NC',
  'Cook County, IL',
  '27601',
  '60602',
  '10038',
];

/** Places that complete what a person has typed: wired ones first, then states. */
export function completePlace(prefix: string): readonly string[] {
  const wanted = prefix.trim().toLowerCase();
  return [...wired, ...states.map(({ name }) => name)]
    .filter((place) => place.toLowerCase().startsWith(wanted))
    .slice(0, 20);
}
