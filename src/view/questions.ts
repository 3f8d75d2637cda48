import { type Fields, fault, fieldsOf, type Outcome, textOf, type ViewPort } from './port.ts';

/** The place that a call was about, as its arguments or its answer name it. */
export function placeIn(args: Fields, subject: Fields): Fields {
  const text = textOf(args.address) ?? textOf(args.place) ?? textOf(subject.input);
  const point = typeof args.latitude === 'number' ? args : subject;
  return {
    ...(text && { address: text, place: text }),
    ...(typeof point.latitude === 'number' && { latitude: point.latitude, longitude: point.longitude }),
    ...(textOf(subject.zip) && { zip: subject.zip }),
    ...(textOf(subject.state) && { state: subject.state }),
    ...(textOf(subject.countyFips) && { countyFips: subject.countyFips }),
  };
}

// each is one whole way to name a place, the most exact first
const ways: readonly (readonly string[])[] = [
  ['address'],
  ['place'],
  ['latitude', 'longitude'],
  ['countyFips'],
  ['zip'],
  ['state'],
];

/** Arguments that a tool's schema takes out of what is known of the place; undefined where it needs what is not known. */
export function argumentsFor(schema: Fields, place: Fields): Fields | undefined {
  const properties = fieldsOf(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const has = (key: string) => key in properties && place[key] !== undefined;
  const way = ways.find((keys) => keys.every(has)) ?? [];
  const keys = [...new Set([...way, ...required.filter((key): key is string => typeof key === 'string')])];
  if (keys.length === 0 || !keys.every(has)) return undefined;
  return Object.fromEntries(keys.map((key) => [key, place[key]]));
}

/** Puts the question of another tool at the same place. */
export async function askAt(port: ViewPort, tool: string, place: Fields): Promise<{ outcome: Outcome; args: Fields }> {
  const schema = await port.schemaOf?.(tool);
  const args = schema && argumentsFor(schema, place);
  if (!args || !port.ask)
    return {
      outcome: fault(tool, 'This question needs more than the place. Ask it in the chat with its details.'),
      args: {},
    };
  return { outcome: await port.ask(tool, args), args };
}
