import { z } from 'zod';
import type { ToolContext } from '../catalog/context.ts';
import { pickFields } from '../fields/table.ts';
import { row } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { hasData } from '../kernel/lookup.ts';
import { floodZonesIn } from '../sources/fema-nfhl/client.ts';
import { type FloodZone, floodZones, zoneLabel } from '../sources/fema-nfhl/fields.ts';
import {
  extentOf,
  extentRow,
  isKnown,
  outlineFact,
  outlineLimits,
  parcelOutline,
  parcelOutlineFacts,
  partWords,
  shareColumns,
  shareOf,
  takeOnParcel,
} from './on-parcel.ts';

const mostShown = 6;
/** Share of the outline that zones with a statement have to cover before it is said to lie outside, percent; edges are drawn loosely. */
const leastStated = 99;

/** What the flood map says of the parcel outline, beside what it says of the point. */
export const floodOnParcelFacts = {
  specialFloodHazardAreaOnParcel: extentRow.optional().describe('How much of the parcel lies in it, by its outline'),
  zonesOnParcel: z
    .array(
      row({
        ...floodZones.shape('zone', 'subtype', 'specialFloodHazardArea', 'floodway'),
        ...shareColumns,
      }),
    )
    .optional()
    .describe('Zones on the parcel outline, the Special Flood Hazard Area first, then by share'),
  ...parcelOutlineFacts,
};

type AtPoint = 'inside' | 'outside' | 'boundary' | 'not_stated' | undefined;

const agreesWith: Readonly<Record<'inside' | 'outside' | 'boundary', readonly string[]>> = {
  inside: ['all'],
  outside: ['none', 'edge'],
  boundary: ['part', 'edge'],
};

const wordsOf: Readonly<Record<'inside' | 'outside' | 'boundary', string>> = {
  inside: 'inside it',
  outside: 'outside',
  boundary: 'on its boundary',
};

/** The flood map on the parcel outline: facts, a sentence where parcel and point differ, and what limits it. */
export async function floodOnParcel(ctx: ToolContext<'point'>) {
  const outline = await parcelOutline(ctx);
  const mapped = isKnown(outline) ? await floodZonesIn(ctx.sources, outline.bbox) : undefined;
  return {
    limits: outlineLimits(ctx, outline),
    put(answer: AnswerBuilder, atPoint: AtPoint) {
      // no digital map, or none that answers, is no statement about the parcel
      if (atPoint === undefined && !(mapped && hasData(mapped))) return { differs: '', facts: undefined };
      const on = takeOnParcel<FloodZone>(ctx, answer, {
        outline,
        mapped,
        keyOf: ({ zone, subtype = '' }) => `${zone}|${subtype}`,
        recordScope: 'zone outlines',
      });
      if (!on) return { differs: '', facts: undefined };
      const { citation } = on;
      const hazard = extentOf(on, ({ specialFloodHazardArea }) => specialFloodHazardArea === true);
      // a part of the parcel that no zone covers, or whose zone does not say, is not outside of it
      const stated = extentOf(on, ({ specialFloodHazardArea }) => specialFloodHazardArea !== undefined);
      const isStated = hazard.sharePercent > 0 || stated.sharePercent >= leastStated;
      const isSpecial = ({ members: [zone] }: (typeof on.overlay.classes)[number]) =>
        Number(zone?.specialFloodHazardArea === true);
      const zones = on.overlay.classes
        .filter(({ sharePercent, touches }) => sharePercent > 0 || touches)
        .toSorted((a, b) => isSpecial(b) - isSpecial(a));
      const side = atPoint === 'not_stated' || !isStated ? undefined : atPoint;
      const agrees = side && agreesWith[side].includes(hazard.extent);
      const special = zones.filter((entry) => isSpecial(entry) === 1 && entry.sharePercent > 0);
      const labels = special.flatMap(({ members: [zone] }) => (zone ? [zoneLabel(zone.zone, zone.subtype)] : []));
      const differs =
        side && agrees === false
          ? hazard.sharePercent > 0
            ? `${partWords(hazard.sharePercent, hazard.extent)} is mapped in ${labels.join(' and ')}, inside the Special Flood Hazard Area; the matched point lies ${wordsOf[side]}. `
            : `The parcel outline lies outside the Special Flood Hazard Area, and the matched point ${wordsOf[side]}. `
          : '';
      return {
        differs,
        facts: {
          ...(isStated && { specialFloodHazardAreaOnParcel: hazard }),
          ...(agrees !== undefined && { pointAgrees: { value: agrees, citation } }),
          ...(zones.length > 0 && {
            zonesOnParcel: zones.slice(0, mostShown).flatMap((entry) => {
              const [zone] = entry.members;
              if (!zone) return [];
              const shown = pickFields(zone, 'zone', 'subtype', 'specialFloodHazardArea', 'floodway');
              return [{ ...shown, ...shareOf(entry), citation }];
            }),
          }),
          ...outlineFact(answer, on),
        },
      };
    },
  };
}
