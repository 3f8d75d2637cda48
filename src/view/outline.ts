import { type Fields, fieldsOf, isFields, type Outcome, type ViewPort } from './port.ts';

/** The parcel as its layer maps it: [longitude, latitude] in degrees. */
export interface Outline {
  readonly rings: [number, number][][];
  readonly citation: Fields;
}

const parcelTool = 'svc_parcel_lookup';

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

/** Asks for the outline of the parcel at an address or a point. */
export async function outlineAt(port: Pick<ViewPort, 'ask'>, place: Fields): Promise<Outline | undefined> {
  const { address, latitude, longitude } = place;
  const at = address === undefined ? { latitude, longitude } : { address };
  const outcome: Outcome | undefined = await port.ask?.(parcelTool, { ...at, outline: true });
  return outcome?.kind === 'answer' ? outlineIn(outcome.result) : undefined;
}
