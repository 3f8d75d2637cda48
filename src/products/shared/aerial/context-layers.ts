import type { Bbox } from '../../../geometry/geo.ts';
import type { MappedShape } from '../../../geometry/overlay.ts';
import { hasData, type Lookup, mapLookup } from '../../../kernel/lookup.ts';
import type { SourceAccess } from '../../../kernel/ports/sources.ts';
import { textOf } from '../../../kernel/text.ts';
import type { VisualLayer } from '../../../reports/visual/plan.ts';
import { floodZonesIn } from '../../../sources/fema-nfhl/client.ts';
import { wetlandsIn } from '../../../sources/usfws-nwi/client.ts';

type Ring = readonly (readonly [number, number])[];

const maxPolygons = 60;
const code = (value: unknown) => {
  const text = textOf(value, 16);
  return text && /^[A-Z0-9/ ]{1,16}$/i.test(text) ? text : undefined;
};

/** One mapped polygon with its code: a zone letter, a wetland code. */
export interface CodedArea {
  readonly code: string | undefined;
  readonly rings: readonly Ring[];
}

interface AreaQuestion {
  readonly bbox: Bbox;
  /** Degrees by which the shapes may be simplified. */
  readonly tolerance?: number;
}

const drawn = ({ tolerance }: AreaQuestion) => ({
  limit: maxPolygons,
  ...(tolerance !== undefined && { maxAllowableOffset: tolerance }),
});

const areasOf = <T>(
  found: Lookup<readonly MappedShape<T>[]>,
  codeOf: (of: T) => string,
): Lookup<readonly CodedArea[]> =>
  mapLookup(found, (shapes) => shapes.map(({ of, rings }) => ({ code: code(codeOf(of)), rings })));

/** Special Flood Hazard Areas of FEMA's effective map in a box. */
export const floodAreas = async (sources: SourceAccess, question: AreaQuestion) =>
  areasOf(
    await floodZonesIn(sources, question.bbox, { where: "SFHA_TF = 'T'", ...drawn(question) }),
    ({ zone }) => zone,
  );

/** Mapped wetlands in a box. */
export const wetlandAreas = async (sources: SourceAccess, question: AreaQuestion) =>
  areasOf(await wetlandsIn(sources, question.bbox, drawn(question)), (wetland) => wetland.code);

function layerOf(kind: VisualLayer['kind'], found: Lookup<readonly CodedArea[]>): VisualLayer | undefined {
  if (!hasData(found) || found.data.length === 0) return undefined;
  const codes = [...new Set(found.data.flatMap((area) => area.code ?? []))].sort();
  const rings = found.data.flatMap((area) => area.rings);
  return { kind, codes, rings, complete: found.state === 'found', citation: found.citation };
}

/** Flood hazard areas over a picture; undefined where none are drawn or the map fails. */
export const floodContext = async (sources: SourceAccess, bbox: Bbox): Promise<VisualLayer | undefined> =>
  layerOf('flood_context', await floodAreas(sources, { bbox }));

/** Wetlands over a picture; undefined where none are drawn or the inventory fails. */
export const wetlandContext = async (sources: SourceAccess, bbox: Bbox): Promise<VisualLayer | undefined> =>
  layerOf('wetland_context', await wetlandAreas(sources, { bbox }));
