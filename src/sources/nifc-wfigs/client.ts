import { dayOfEpoch } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import type { Bbox } from '../../geometry/geo.ts';
import type { MappedShape } from '../../geometry/overlay.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { type LayerRow, queryLayer } from '../drivers/arcgis.ts';
import historyCard from '../nifc-fire-history/card.ts';
import { shapesOf } from '../shared/shapes.ts';
import card from './card.ts';

/** Distances within which perimeters are looked for, nearest first; 0 is the point itself. */
export const fireBands = [0, 1609, 8047, 16_093] as const;
export type FireBand = (typeof fireBands)[number];

export interface Fire {
  readonly name: string;
  readonly year?: number;
  readonly discoveredOn?: string;
  readonly acres?: number;
  readonly fireId?: string;
  /** Smallest of {@link fireBands} that the perimeter reaches into. */
  readonly withinMeters: FireBand;
}

interface Layer {
  readonly card: SourceCard;
  readonly where: string;
  readonly fields: readonly string[];
  readonly fire: (row: Readonly<Record<string, unknown>>) => Omit<Fire, 'withinMeters'> | undefined;
}

const yearOf = (value: unknown): number | undefined => {
  const year = numberOf(value);
  return year !== undefined && year >= 1800 && year <= 2999 ? Math.trunc(year) : undefined;
};

function acresOf(value: unknown): number | undefined {
  const acres = numberOf(value);
  return acres === undefined || acres < 0 ? undefined : Number(acres.toPrecision(4));
}

const recent: Layer = {
  card,
  where: "attr_IncidentTypeCategory = 'WF'",
  fields: [
    'poly_IncidentName',
    'poly_GISAcres',
    'attr_UniqueFireIdentifier',
    'attr_FireDiscoveryDateTime',
    'attr_IsValid',
  ],
  fire(row) {
    if (numberOf(row.attr_IsValid) === 0) return undefined;
    const discoveredOn = dayOfEpoch(row.attr_FireDiscoveryDateTime);
    const fireId = textOf(row.attr_UniqueFireIdentifier, 40);
    const acres = acresOf(row.poly_GISAcres);
    const year = yearOf(discoveredOn?.slice(0, 4) ?? fireId?.slice(0, 4));
    return {
      name: textOf(row.poly_IncidentName, 80) ?? 'not named',
      ...(year !== undefined && { year }),
      ...(discoveredOn && { discoveredOn }),
      ...(acres !== undefined && { acres }),
      ...(fireId && { fireId }),
    };
  },
};

const history: Layer = {
  card: historyCard,
  where: '1=1',
  fields: ['INCIDENT', 'FIRE_YEAR_INT', 'GIS_ACRES'],
  fire(row) {
    const year = yearOf(row.FIRE_YEAR_INT);
    const acres = acresOf(row.GIS_ACRES);
    return {
      name: textOf(row.INCIDENT, 80) ?? 'not named',
      ...(year !== undefined && { year }),
      ...(acres !== undefined && { acres }),
    };
  },
};

const keyOf = (fire: MappedFire) =>
  fire.fireId ?? `${fire.name.toUpperCase()}|${fire.year ?? ''}|${Math.round(fire.acres ?? -1)}`;

/** Fires of the answers of all bands, nearest band first; each fire once. */
function nearestFires(answers: readonly Lookup<readonly LayerRow[]>[], layer: Layer): readonly Fire[] {
  const fires = new Map<string, Fire>();
  for (const [index, answer] of answers.entries()) {
    for (const { attributes } of hasData(answer) ? answer.data : []) {
      const fire = layer.fire(attributes);
      if (!fire || fires.has(keyOf(fire))) continue;
      fires.set(keyOf(fire), { ...fire, withinMeters: fireBands[index] ?? 16_093 });
    }
  }
  return [...fires.values()];
}

/** Perimeters of one layer by the nearest band that they reach into; each fire once. */
async function firesOf(sources: SourceAccess, layer: Layer, point: GeoPoint): Promise<Lookup<readonly Fire[]>> {
  const answers = await Promise.all(
    fireBands.map((radiusMeters) =>
      queryLayer(sources, layer.card, {
        point,
        ...(radiusMeters > 0 && { radiusMeters }),
        where: layer.where,
        outFields: layer.fields,
        limit: 500,
      }),
    ),
  );
  const failure = answers.find((answer) => !hasData(answer) && answer.state !== 'empty');
  if (failure) return failure as Lookup<never>;
  const widest = answers.at(-1);
  if (!widest || !('citation' in widest)) return failureOf(layer.card);
  const { citation } = widest;
  const data = nearestFires(answers, layer);
  const cut = answers.flatMap((answer) => (answer.state === 'partial' ? [answer.reason] : [])).at(-1);
  if (cut === undefined) return data.length === 0 ? { state: 'empty', citation } : { state: 'found', data, citation };
  const partial = { state: 'partial', data, citation, reason: cut } as const;
  return data.length === 0 ? noneOf(partial) : partial;
}

const failureOf = (of: SourceCard): Lookup<never> => ({
  state: 'unavailable',
  source: of.name,
  reason: `${of.name} gave no answer.`,
});

/** Wildfires with a perimeter around a point in the provisional layer of recent years. */
export const recentFires = (sources: SourceAccess, point: GeoPoint) => firesOf(sources, recent, point);

/** Perimeters around a point in the history of all years. */
export const pastFires = (sources: SourceAccess, point: GeoPoint) => firesOf(sources, history, point);

/** A fire as far as its perimeter is drawn; how far it lies off follows from the perimeter. */
export type MappedFire = Omit<Fire, 'withinMeters'>;

/** Perimeters of one layer that reach into a box, each with its outline. Records that the layer has withdrawn are left out. */
async function perimetersIn(
  sources: SourceAccess,
  layer: Layer,
  bbox: Bbox,
): Promise<Lookup<readonly MappedShape<MappedFire>[]>> {
  const { where, fields } = layer;
  const found = await queryLayer(sources, layer.card, { bbox, where, outFields: fields, geometry: true, limit: 200 });
  const valid = hasData(found)
    ? { ...found, data: found.data.filter(({ attributes }) => layer.fire(attributes) !== undefined) }
    : found;
  return shapesOf(sources, layer.card, valid, ({ attributes }) => layer.fire(attributes));
}

/** Perimeters of the provisional layer of recent years in a box. */
export const recentPerimeters = (sources: SourceAccess, bbox: Bbox) => perimetersIn(sources, recent, bbox);

/** Perimeters of the history of all years in a box. */
export const pastPerimeters = (sources: SourceAccess, bbox: Bbox) => perimetersIn(sources, history, bbox);

/** One fire, however many parts its perimeter has. */
export const fireKey = keyOf;
