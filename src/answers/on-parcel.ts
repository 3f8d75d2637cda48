import { z } from 'zod';
import type { ToolContext } from '../catalog/context.ts';
import type { Bbox } from '../geometry/geo.ts';
import { boxOfOutline, type Rings } from '../geometry/outline.ts';
import { type MappedShape, type Overlay, overlayOf } from '../geometry/overlay.ts';
import { fact, optionalRow, row } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { within } from '../kernel/bounded.ts';
import { hasData, type Lookup } from '../kernel/lookup.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import { isMatchedAddress } from '../kernel/subject.ts';
import { findOutline, type MatchedBy } from '../places/lanes/parcel.ts';
import type { ParcelMatch } from '../places/lanes/parcel-assemble.ts';
import { ringsOf } from '../sources/drivers/esri.ts';

type PointContext = Pick<ToolContext<'point'>, 'jurisdictions' | 'sources' | 'subject'>;

/** How far around an outline mapped areas are read, meters. */
export const outlineReachMeters = 50;
/** What is late leaves the question to the point: a tool has one deadline, and the mapped areas are read after this. */
const outlineLimitMs = 7000;
const acreMeters = 4046.856_422_4;

export interface KnownOutline {
  readonly rings: Rings;
  /** Its box and {@link outlineReachMeters} around it. */
  readonly bbox: Bbox;
  readonly parcelId: string | undefined;
  readonly match: ParcelMatch;
}

/** `reason` is absent where no parcel layer is configured. */
export type ParcelOutline = KnownOutline | { readonly reason?: string };

export const isKnown = (outline: ParcelOutline): outline is KnownOutline => 'rings' in outline;

async function read({ jurisdictions, sources, subject }: PointContext): Promise<ParcelOutline> {
  const lane = await jurisdictions.lane(subject, 'parcel', sources);
  if (lane.state !== 'configured') return {};
  const match = await findOutline(sources, lane.configured, subject);
  if (!('lane' in match)) return match.missed ? { reason: match.missed } : {};
  if (!hasData(match.parcel)) return { reason: 'the parcel layer did not answer' };
  const rows = match.parcel.data;
  const shapes = new Map(rows.map(({ geometry }) => [JSON.stringify(ringsOf(geometry)), ringsOf(geometry)]));
  const [rings] = shapes.values();
  if (!rings || rings.length === 0) return { reason: 'the parcel layer gave no outline' };
  if (shapes.size > 1) return { reason: 'several parcels with different outlines share the point' };
  const numbers = new Set(rows.map(({ fields }) => fields.parcelId ?? fields.accountId));
  const [number] = numbers;
  return {
    rings,
    bbox: boxOfOutline(rings, outlineReachMeters),
    parcelId: numbers.size === 1 && number !== undefined ? String(number) : undefined,
    match,
  };
}

/** The outline of the parcel at the place, where a layer gives it in time. */
export const parcelOutline = (ctx: PointContext): Promise<ParcelOutline> =>
  within(outlineLimitMs, read(ctx), () => ({ reason: 'the parcel layer did not answer in time' }));

export const shareColumns = {
  sharePercent: z.number().describe("Share of the parcel outline's area, percent"),
  touches: z.literal(true).optional().describe('Meets the edge of the outline alone'),
};

export const extents = ['all', 'part', 'edge', 'none'] as const;

export const parcelOutlineFacts = {
  parcelOutline: optionalRow('Tax parcel whose outline the shares are of; not surveyed', {
    parcelId: z.string().optional(),
    matchedBy: z.enum(['point', 'site_address', 'nearest_within_40m'] satisfies readonly MatchedBy[]),
    mappedAcres: z.number(),
  }),
  pointAgrees: fact(z.boolean())
    .optional()
    .describe('Whether the matched point and the whole parcel outline give the same answer'),
};

export const extentRow = row({
  extent: z.enum(extents),
  sharePercent: z.number().describe("Share of the parcel outline's area, percent"),
  distanceMeters: z.number().optional().describe('From the outline to the nearest, where none lies on it'),
});

export interface OnParcel<T> {
  readonly overlay: Overlay<T>;
  readonly citation: string;
  readonly shapes: readonly MappedShape<T>[];
  readonly outline: KnownOutline;
}

interface Laid<T> {
  readonly outline: ParcelOutline;
  readonly mapped: Lookup<readonly MappedShape<T>[]> | undefined;
  readonly keyOf: (of: T) => string;
  readonly recordScope?: string | undefined;
  /** A shared strip narrower than this is an edge drawn twice, meters. */
  readonly toleranceMeters?: number;
}

/**
 * Puts what a source maps on and around the outline into the answer; undefined where there is no outline, no reply, or
 * only a part of one: shares of some of the shapes would say less than is mapped.
 */
export function takeOnParcel<T>(
  ctx: PointContext,
  answer: AnswerBuilder,
  { outline, mapped, keyOf, recordScope, toleranceMeters = 1 }: Laid<T>,
): OnParcel<T> | undefined {
  if (!isKnown(outline) || !mapped) return undefined;
  const area = `parcel ${outline.parcelId ?? '(no number)'} and ${outlineReachMeters} m around its outline`;
  const cited = answer.addLookup(mapped, { area, recordScope });
  const shapes = cited?.data ?? (mapped.state === 'empty' ? [] : undefined);
  if (!shapes || mapped.state === 'partial') return undefined;
  const overlay = overlayOf(outline.rings, shapes, keyOf, {
    reachMeters: outlineReachMeters,
    point: ctx.subject,
    toleranceMeters,
  });
  if (!overlay) return undefined;
  const citation = cited?.citation ?? ('citation' in mapped ? answer.cite(mapped.citation) : '');
  return { overlay, citation, shapes, outline };
}

/** The parcel of the outline as a fact of its own, cited from the parcel layer; it has no bearing on the answer's state. */
export function outlineFact(answer: AnswerBuilder, { outline, overlay }: OnParcel<unknown>) {
  const { match, parcelId } = outline;
  if (!hasData(match.parcel)) return {};
  return {
    parcelOutline: {
      ...(parcelId && { parcelId }),
      matchedBy: match.matchedBy,
      mappedAcres: Number((overlay.areaSquareMeters / acreMeters).toFixed(2)),
      citation: answer.cite(match.parcel.citation),
    },
  };
}

/** How much of the outline the shapes that count cover together. */
export function extentOf<T>({ shapes, outline, citation }: OnParcel<T>, counts: (of: T) => boolean) {
  const chosen = shapes.filter(({ of }) => counts(of));
  const overlay = overlayOf(outline.rings, chosen, () => '', { reachMeters: outlineReachMeters });
  const [whole] = overlay?.classes ?? [];
  const sharePercent = whole?.sharePercent ?? 0;
  const extent: (typeof extents)[number] =
    sharePercent >= 99.9 ? 'all' : sharePercent > 0 ? 'part' : whole?.touches ? 'edge' : 'none';
  const apart = extent === 'none' && whole ? { distanceMeters: whole.distanceMeters } : {};
  return { extent, sharePercent, ...apart, citation };
}

/** What a map of one kind of area says of the whole parcel, and a sentence where the matched point says something else. */
export function coverOf(on: OnParcel<unknown>, isAtPoint: boolean | undefined, kind: string) {
  const whole = extentOf(on, () => true);
  const { extent, sharePercent, citation } = whole;
  const agrees = isAtPoint === undefined ? undefined : isAtPoint ? extent === 'all' : sharePercent === 0;
  const differs =
    sharePercent > 0
      ? `${partWords(sharePercent, extent)} is mapped as ${kind}; the matched point lies ${isAtPoint ? 'in it' : 'outside'}. `
      : `No ${kind} is mapped on the parcel outline; one is mapped at the matched point. `;
  return {
    whole,
    differs: agrees === false ? differs : '',
    agreement: agrees === undefined ? {} : { pointAgrees: { value: agrees, citation } },
  };
}

/** The class's share as columns of a row. */
export const shareOf = ({ sharePercent, touches }: Overlay<unknown>['classes'][number]) => ({
  sharePercent,
  ...(touches && { touches: true as const }),
});

/** What an answer that rests on the point says of the outline that it lacks. */
export function outlineLimits(ctx: PointContext, outline: ParcelOutline): readonly string[] {
  if (isKnown(outline)) return [];
  const along = isMatchedAddress(ctx.subject) && ctx.subject.precision === 'address';
  if (!outline.reason) return [];
  return [
    `The point alone decides here: ${outline.reason}${along ? ', and the address is placed along its street' : ''}.`,
  ];
}

/** Parcel share as a sentence begins with it: "Part of the parcel (25%)". */
export const partWords = (sharePercent: number, extent: (typeof extents)[number]) =>
  extent === 'all' ? 'The whole parcel' : `Part of the parcel (${sharePercent}%)`;

interface Mapping<T, P, F extends object> extends Pick<Laid<T>, 'keyOf' | 'recordScope'> {
  readonly read: (sources: SourceAccess, bbox: Bbox) => Promise<Lookup<readonly MappedShape<T>[]>>;
  /** Without a reply about the parcel nothing is said where the source says nothing of the point either. */
  readonly restsOnPoint?: true;
  readonly view: (on: OnParcel<T>, atPoint: P) => { readonly differs: string; readonly facts: F };
}

/** What a source maps on the outline of the parcel; `put` adds it to the answer beside what the source says of the point. */
export async function mappedOnParcel<T, P, F extends object>(
  ctx: PointContext,
  { read: areasIn, restsOnPoint, view, ...laid }: Mapping<T, P, F>,
) {
  const outline = await parcelOutline(ctx);
  const mapped = isKnown(outline) ? await areasIn(ctx.sources, outline.bbox) : undefined;
  return {
    limits: outlineLimits(ctx, outline),
    put(answer: AnswerBuilder, atPoint: P) {
      const isSilent = restsOnPoint && atPoint === undefined && !(mapped && hasData(mapped));
      const on = isSilent ? undefined : takeOnParcel<T>(ctx, answer, { outline, mapped, ...laid });
      if (!on) return { differs: '', facts: undefined };
      const { differs, facts } = view(on, atPoint);
      return { differs, facts: { ...facts, ...outlineFact(answer, on) } };
    },
  };
}

/** Classes of mapped area as rows: what is shown of an area of each, and its share. */
export const classRows = <T, S extends object>(
  { citation }: Pick<OnParcel<T>, 'citation'>,
  classes: Overlay<T>['classes'],
  view: (of: T) => S,
) =>
  classes.flatMap((entry) => {
    const [of] = entry.members;
    return of ? [{ ...view(of), ...shareOf(entry), citation }] : [];
  });
