import {
  type About,
  type Fields,
  fault,
  fieldsOf,
  isPaid,
  type Outcome,
  rowsOf,
  textOf,
  type ViewPort,
} from './port.ts';

/** "222 W Hargett St, Raleigh, NC 27601" -> "Raleigh" */
function cityOf(text = ''): string | undefined {
  const parts = text.split(',').map((part) => part.trim());
  const state = parts.findIndex((part, index) => index > 0 && /^[A-Z]{2}\b/.test(part));
  return parts[state - 1];
}

/** Every name under which tools take a part of a place, as far as it is known. */
function named(text: string | undefined, point: Fields, subject: Fields): Fields {
  const { state, zip, countyFips, countyName } = subject;
  const fips = textOf(countyFips);
  const city = cityOf(text);
  return {
    ...(text && { address: text, place: text }),
    ...(typeof point.latitude === 'number' && { latitude: point.latitude, longitude: point.longitude }),
    ...(textOf(zip) && { zip, zipCode: zip }),
    ...(textOf(state) && { state }),
    ...(textOf(countyName) && { county: countyName }),
    ...(fips && { countyFips: fips, stateFips: fips.slice(0, 2), countyFips3: fips.slice(2) }),
    ...(city && { city }),
  };
}

/**
 * The place that a call was about, as its arguments or its answer name it, with what an earlier answer about the same place
 * said of it. An area has no point.
 */
export function placeIn(args: Fields, subject: Fields, known: Fields = {}): Fields {
  const text = textOf(args.address) ?? textOf(args.place) ?? textOf(subject.input);
  const isArea = subject.precision === 'area';
  const point = typeof args.latitude === 'number' ? args : isArea ? {} : subject;
  const own = named(text, point, subject);
  return text === undefined || known.address === text ? { ...known, ...own } : own;
}

// each is one whole way to name a place, the most exact first
const ways: readonly (readonly string[])[] = [
  ['address'],
  ['place'],
  ['latitude', 'longitude'],
  ['countyFips'],
  ['stateFips', 'countyFips3'],
  ['state', 'county'],
  ['zip'],
  ['state'],
];

const requiredBy = ({ required }: Fields): readonly string[] =>
  Array.isArray(required) ? required.filter((key) => typeof key === 'string') : [];

/** Arguments that a tool's schema takes out of what is known of the place; undefined where it needs what is not known. */
export function argumentsFor(schema: Fields, place: Fields): Fields | undefined {
  const properties = fieldsOf(schema.properties);
  const has = (key: string) => key in properties && place[key] !== undefined;
  const way = ways.find((keys) => keys.every(has)) ?? [];
  const keys = [...new Set([...way, ...requiredBy(schema)])];
  if (Object.keys(properties).length === 0) return {};
  if (keys.length === 0 || !keys.every(has)) return undefined;
  return Object.fromEntries(keys.map((key) => [key, place[key]]));
}

/** What a form is filled with: the whole arguments where they are known, else every part of the place that the tool takes. */
export function valuesFor(schema: Fields, place: Fields): Fields {
  const properties = fieldsOf(schema.properties);
  const given = Object.entries(place).filter(([key]) => key in properties);
  return argumentsFor(schema, place) ?? Object.fromEntries(given);
}

export const schemaIn = (about: About): Fields => fieldsOf(about.inputSchema);

/** The arguments of a tool's first example, or of a route's only one. */
export const exampleOf = (about: About): Fields => fieldsOf(rowsOf(about.examples)[0]?.arguments ?? about.example);

/** An outcome with what its tool publishes: a refusal of arguments becomes the form, terms carry what is delivered. */
export function withAbout(outcome: Outcome, about: About): Outcome {
  if (outcome.kind === 'terms') return { ...outcome, about };
  if (outcome.kind !== 'fault' || !outcome.isInput) return outcome;
  return { kind: 'form', tool: outcome.tool, about, problem: outcome.detail };
}

/** Puts the question of another tool at the same place; where it needs more than the place, gives its form. */
export async function askAt(port: ViewPort, tool: string, place: Fields): Promise<{ outcome: Outcome; args: Fields }> {
  const about = await port.aboutOf?.(tool);
  if (!about || !port.ask) return { outcome: fault(tool, 'This server publishes no such tool.'), args: {} };
  const args = argumentsFor(schemaIn(about), place);
  if (!args) return { outcome: { kind: 'form', tool, about }, args: valuesFor(schemaIn(about), place) };
  const outcome = await port.ask(tool, args);
  return {
    outcome: withAbout(isPaid(tool) && outcome.kind === 'fault' ? { ...outcome, isInput: true } : outcome, about),
    args,
  };
}
