import type { MapRoad } from '../reports/pictures/schema.ts';
import { type Fields, fieldsOf, isFields, type Outcome, rowsOf, textOf, type ViewPort } from './port.ts';

/** The parcel as its layer maps it: [longitude, latitude] in degrees. */
export interface Outline {
  readonly rings: [number, number][][];
  readonly citation: Fields;
}

const parcelTool = 'svc_parcel_lookup';
const roadsTool = 'svc_transportation_context';

/** Roads of a map reach this far from the place, in meters. */
export const roadsMeters = 700;

export interface Roads {
  readonly roads: readonly Omit<MapRoad, 'layer'>[];
  readonly citation: Fields;
}

/** What is drawn below the marks; each part is absent where no source here has it. */
export interface Base {
  readonly outline?: Outline | undefined;
  readonly roads?: Roads | undefined;
}

const isCorner = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'number');
const isRing = (value: unknown): value is [number, number][] =>
  Array.isArray(value) && value.length > 3 && value.every(isCorner);

/** The outline that an answer carries. */
export function outlineIn(result: Fields): Outline | undefined {
  const { rings, citation } = fieldsOf(fieldsOf(result.facts).outlineRings);
  const source = fieldsOf(result.citations)[String(citation)];
  const drawn = Array.isArray(rings) ? rings.filter(isRing) : [];
  return drawn.length > 0 && isFields(source) ? { rings: drawn, citation: source } : undefined;
}

const pointOf = ({ address, latitude, longitude }: Fields): Fields =>
  address === undefined ? { latitude, longitude } : { address };

/** Asks for the outline of the parcel at an address or a point. */
async function outlineAt(port: Pick<ViewPort, 'ask'>, place: Fields): Promise<Outline | undefined> {
  const outcome: Outcome | undefined = await port.ask?.(parcelTool, { ...pointOf(place), outline: true });
  return outcome?.kind === 'answer' ? outlineIn(outcome.result) : undefined;
}

const isLine = (value: unknown): value is [number, number][] =>
  Array.isArray(value) && value.length > 1 && value.every(isCorner);
const isClass = (value: unknown): value is MapRoad['class'] =>
  value === 'primary' || value === 'secondary' || value === 'local';

function roadOf({ name, roadClass, lines }: Fields): Roads['roads'] {
  const drawn = Array.isArray(lines) ? lines.filter(isLine) : [];
  const called = textOf(name);
  return isClass(roadClass) && drawn.length > 0
    ? [{ class: roadClass, ...(called && { name: called }), lines: drawn }]
    : [];
}

async function roadsAt(port: Pick<ViewPort, 'ask'>, place: Fields): Promise<Roads | undefined> {
  const args = { ...pointOf(place), radiusMeters: roadsMeters, roadLines: true };
  const outcome: Outcome | undefined = await port.ask?.(roadsTool, args);
  if (outcome?.kind !== 'answer') return undefined;
  const { facts, citations } = outcome.result;
  const rows = rowsOf(fieldsOf(facts).roadLines);
  const citation = fieldsOf(citations)[String(rows[0]?.citation)];
  const roads = rows.flatMap(roadOf);
  return roads.length > 0 && isFields(citation) ? { roads, citation } : undefined;
}

/** Asks for the outline of the parcel and the roads around it; undefined where neither is known. */
export async function baseAt(port: Pick<ViewPort, 'ask'>, place: Fields): Promise<Base | undefined> {
  const [outline, roads] = await Promise.all([outlineAt(port, place), roadsAt(port, place)]);
  return outline || roads ? { outline, roads } : undefined;
}
