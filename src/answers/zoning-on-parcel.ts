import { z } from 'zod';
import type { ToolContext } from '../catalog/context.ts';
import { distanceMeters } from '../geometry/geo.ts';
import type { MappedShape } from '../geometry/overlay.ts';
import { rows } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { hasData, type Lookup, mapLookup } from '../kernel/lookup.ts';
import { many } from '../kernel/nearby-shape.ts';
import { plainName } from '../kernel/text.ts';
import { readLane } from '../places/lanes/reader.ts';
import type { ConfiguredLane, LaneLocation } from '../places/schema/port.ts';
import { ringsOf } from '../sources/drivers/esri.ts';
import {
  isKnown,
  type KnownOutline,
  outlineFact,
  outlineLimits,
  parcelOutline,
  parcelOutlineFacts,
  shareColumns,
  shareOf,
  takeOnParcel,
} from './on-parcel.ts';

const mostShown = 6;
/** Districts are drawn along lot lines, seldom to the meter. */
const districtToleranceMeters = 2;
const text = z.string().optional();

type ZoningLane = 'zoning' | 'zoning_overlay';

export interface ZoningName {
  readonly code?: string;
  readonly label?: string;
  readonly name?: string;
}

export const zoningOnParcelFacts = {
  districtsOnParcel: rows({ code: z.string(), label: text, ...shareColumns })
    .optional()
    .describe('Districts on the parcel outline, largest share first; several on a split lot'),
  overlaysOnParcel: rows({ code: text, label: text, name: text, ...shareColumns })
    .optional()
    .describe('Overlays on the parcel outline, largest share first'),
  ...parcelOutlineFacts,
};

/** The circle around the box of an outline: layers of areas are queried around a point. */
function circleOf({ bbox: [west, south, east, north] }: KnownOutline) {
  const point = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  return { point, reachMeters: Math.ceil(distanceMeters(point, { latitude: north, longitude: east })) };
}

const textOf = (value: unknown) => (value === undefined ? undefined : String(value));

async function readShapes(
  ctx: ToolContext<'point', 'zoning'>,
  configured: ConfiguredLane<ZoningLane>,
  outline: KnownOutline,
): Promise<Lookup<readonly MappedShape<ZoningName>[]> | undefined> {
  const { platform, query, fields: published } = configured.source;
  // a layer of lots gives each lot the one district that it names first, and not the ground of districts
  if (platform !== 'arcgis' || !query.point || 'parcelId' in published) return undefined;
  const found = await readLane(ctx.sources, configured, { ...circleOf(outline), geometry: true, limit: 200 });
  // a layer that sends no outlines is left to the point
  if (hasData(found) && found.data.some(({ geometry }) => ringsOf(geometry).length === 0)) return undefined;
  return mapLookup(found, (rows) =>
    rows.flatMap(({ fields, geometry }) => {
      const [code, label] = [textOf(fields.code), textOf(fields.label)];
      const name = 'name' in fields ? textOf(fields.name) : undefined;
      const of = { ...(code && { code }), ...(label && { label }), ...(name && { name }) };
      return Object.keys(of).length > 0 ? [{ of, rings: ringsOf(geometry) }] : [];
    }),
  );
}

const readAll = (
  ctx: ToolContext<'point', 'zoning'>,
  lane: LaneLocation<ZoningLane>,
  outline: KnownOutline,
): Promise<readonly (Lookup<readonly MappedShape<ZoningName>[]> | undefined)[]> =>
  lane.state === 'configured'
    ? Promise.all(lane.configured.map((configured) => readShapes(ctx, configured, outline)))
    : Promise.resolve([]);

const keyOf = ({ code = '', label = '', name = '' }: ZoningName) => `${code}|${label}|${name}`;

const withShares = (areas: readonly (ZoningName & { readonly sharePercent: number })[]) =>
  areas
    .flatMap(({ code, name, label, sharePercent }) => {
      const plain = plainName(name ?? code ?? label);
      return plain ? [`${plain} (${sharePercent}%)`] : [];
    })
    .join(', ');

/** Zoning districts and overlays on the parcel outline: facts, a sentence where the lot is split, and what limits it. */
export async function zoningOnParcel(ctx: ToolContext<'point', 'zoning'>, overlayLane: LaneLocation<'zoning_overlay'>) {
  const outline = await parcelOutline(ctx);
  const known = isKnown(outline) ? outline : undefined;
  const [districts, overlays] = known
    ? await Promise.all([readAll(ctx, ctx.lane, known), readAll(ctx, overlayLane, known)])
    : [[], []];
  return {
    limits: outlineLimits(ctx, outline),
    put(
      answer: AnswerBuilder,
      atPoint: { readonly districts: readonly ZoningName[]; readonly overlays: readonly ZoningName[] },
    ) {
      const take = (lookups: typeof districts) =>
        lookups.flatMap((mapped) => {
          // a layer that maps nothing around the outline has said so of the point
          if (mapped?.state === 'empty') return [];
          const laid = { outline, mapped, keyOf, toleranceMeters: districtToleranceMeters };
          const on = takeOnParcel<ZoningName>(ctx, answer, laid);
          return on ? [on] : [];
        });
      const [ownDistricts, ownOverlays] = [take(districts), take(overlays)];
      const rowsOf = (taken: typeof ownDistricts) =>
        taken
          .flatMap(({ overlay, citation }) =>
            overlay.classes
              .filter(({ sharePercent, touches }) => sharePercent > 0 || touches)
              .flatMap((entry) => entry.members.slice(0, 1).map((of) => ({ ...of, ...shareOf(entry), citation }))),
          )
          .toSorted((a, b) => b.sharePercent - a.sharePercent)
          .slice(0, mostShown);
      const mappedDistricts = rowsOf(ownDistricts).flatMap(({ code, name: _, ...rest }) =>
        code ? [{ code, ...rest }] : [],
      );
      const mappedOverlays = rowsOf(ownOverlays);
      const [first] = [...ownDistricts, ...ownOverlays];
      if (!first) return { differs: '', facts: {} };
      const onLot = mappedDistricts.filter(({ sharePercent }) => sharePercent > 0);
      const isSplit = onLot.some(({ code }) => !atPoint.districts.some((district) => district.code === code));
      const named = new Set(atPoint.overlays.map(keyOf));
      const overlaysOnLot = mappedOverlays.filter(({ sharePercent }) => sharePercent > 0);
      const besides = overlaysOnLot.filter((overlay) => !named.has(keyOf(overlay)));
      return {
        differs: `${isSplit ? `The parcel outline lies in ${withShares(onLot)}. ` : ''}${besides.length > 0 ? `The parcel outline, not the point, lies in ${many(besides.length, 'overlay')}: ${withShares(besides)}. ` : ''}`,
        facts: {
          ...(mappedDistricts.length > 0 && { districtsOnParcel: mappedDistricts }),
          ...(mappedOverlays.length > 0 && { overlaysOnParcel: mappedOverlays }),
          ...(onLot.length + overlaysOnLot.length > 0 && {
            pointAgrees: { value: !isSplit && besides.length === 0, citation: first.citation },
          }),
          ...outlineFact(answer, first),
        },
      };
    },
  };
}
