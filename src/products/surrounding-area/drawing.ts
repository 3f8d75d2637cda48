import { z } from 'zod';
import { boxAround } from '../../geometry/geo.ts';
import type { SurroundingParcel } from '../../places/lanes/parcels-within.ts';
import { type MapArea, type MapData, MapSectionShape } from '../../reports/pictures/schema.ts';
import { shadesApart } from '../../reports/pictures/shades.ts';
import { ringsIn } from '../shared/map-geometry.ts';
import { codeWords, countCodes, sameCode, useOf } from './aggregate.ts';
import { others } from './foundation.ts';
import type { AreaMaterial } from './gather.ts';
import { cited, mapHalfMeters } from './registers.ts';

const { kind: _kind, ...mapShape } = MapSectionShape;

/** What the map of the report is drawn from; kept beside the packet, and named in it by its hash. */
export const DrawingSchema = z.strictObject({
  map: z.strictObject(mapShape),
  shades: z.array(
    z.strictObject({ label: z.string(), letter: z.string().optional(), rest: z.literal(true).optional() }),
  ),
  ringMeters: z.array(z.number().positive()),
  /** From the center to the nearer edge. */
  halfMeters: z.number().positive(),
});
export type Drawing = z.infer<typeof DrawingSchema>;

const letters = ['A', 'B', 'C', 'D', 'E'] as const;
const furtherLetter = 'x';
const mostCorners = 60;
const mostLots = 900;

/** The most frequent published uses of the parcels that are drawn, each with a letter; what is left, and what publishes none. */
function shadesOf(parcels: readonly SurroundingParcel[]) {
  const own = countCodes(parcels.map(useOf)).byCode.slice(0, shadesApart);
  const places = new Map(own.map((code, index) => [sameCode(code), index]));
  const shades: Drawing['shades'] = [
    ...own.map((code, index) => ({ label: codeWords(code), letter: letters[index] ?? furtherLetter })),
    { label: 'further published uses', letter: furtherLetter, rest: true },
    { label: 'no published use' },
  ];
  const shadeOf = (parcel: SurroundingParcel) => {
    const use = useOf(parcel);
    return use ? (places.get(sameCode(use)) ?? own.length) : own.length + 1;
  };
  return { shades, shadeOf };
}

/** Lots inside the picture, each outline once: units of one building share it. */
function lotsOf(
  parcels: readonly SurroundingParcel[],
  { center }: AreaMaterial,
  shadeOf: (parcel: SurroundingParcel) => number,
) {
  const box = boxAround(center, mapHalfMeters * 1.3);
  const drawn = new Map<string, Omit<MapArea, 'layer'>>();
  for (const parcel of parcels) {
    const rings = ringsIn(parcel.rings, box, mostCorners);
    const key = JSON.stringify(rings);
    if (rings.length > 0 && !drawn.has(key)) drawn.set(key, { kind: 'neighbor', shade: shadeOf(parcel), rings });
  }
  return [...drawn.values()].slice(0, mostLots);
}

const centerLabels = {
  parcel_middle: 'Middle of the parcel',
  matched_point: 'Matched address',
  given_point: 'Point queried',
} as const;

/** What the map is drawn from: the parcels around by published use, that of the place, streets, and the distances. Pure. */
export function drawingOf(material: AreaMaterial): Drawing {
  const { center, compact, wide, streets } = material;
  const read = wide ?? compact;
  const rings = [100, 200, ...(wide && wide.completeMeters >= 250 ? [250] : [])];
  const halfMeters = Math.max(...rings) * 1.1;
  const all = others(read.parcels, material);
  const around = all.filter(({ meters }) => meters <= halfMeters * 1.8);
  const own = read.parcels.filter((parcel) => !all.includes(parcel));
  const { shades, shadeOf } = shadesOf(around);
  const lots = lotsOf(around, material, shadeOf);
  const box = boxAround(center, mapHalfMeters * 1.3);
  const subject = own
    .map((parcel) => ringsIn(parcel.rings, box, mostCorners))
    .filter(({ length }) => length > 0)
    .slice(0, 1)
    .map((outline) => ({ kind: 'parcel' as const, rings: outline }));
  const layers: MapData['layers'] = [
    { label: 'Parcels', complete: read.state !== 'partial', citation: cited(read.citation) },
    ...('citation' in streets
      ? [{ label: 'Roads', complete: streets.complete, citation: cited(streets.citation) }]
      : []),
  ];
  return {
    map: {
      center: { latitude: center.latitude, longitude: center.longitude },
      centerLabel: centerLabels[center.basis],
      marks: [],
      marksLeftOut: 0,
      areas: [...subject, ...lots].map((area) => ({ ...area, layer: 0 })),
      roads: 'citation' in streets ? streets.roads.map((road) => ({ ...road, layer: 1 })) : [],
      layers,
      notDrawn: [
        ...('missed' in streets ? [{ label: 'Streets', reason: streets.missed }] : []),
        ...(around.some(({ rings }) => rings.length === 0)
          ? [{ label: 'Some parcels', reason: 'the register gives no outline of them' }]
          : []),
      ],
    },
    shades,
    ringMeters: rings,
    halfMeters,
  };
}
