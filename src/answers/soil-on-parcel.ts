import { z } from 'zod';
import type { ToolContext } from '../catalog/context.ts';
import { row } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { type MappedSoilUnit, mappedUnits, soilUnitsIn } from '../sources/usda-sda/outlines.ts';
import {
  isKnown,
  outlineFact,
  outlineLimits,
  parcelOutline,
  parcelOutlineFacts,
  shareColumns,
  shareOf,
  takeOnParcel,
} from './on-parcel.ts';

const mostShown = 5;

/** What the survey maps on the parcel outline, beside the unit at the point. */
export const soilOnParcelFacts = {
  unitsOnParcel: z
    .array(
      row({
        ...mappedUnits.shape('symbol', 'name', 'farmlandClass', 'hydricPercent'),
        ...shareColumns,
      }),
    )
    .optional()
    .describe('Soil map units on the parcel outline, largest share first'),
  ...parcelOutlineFacts,
};

/** Soil map units on the parcel outline: facts, and a sentence where the parcel has more than the unit at the point. */
export async function soilOnParcel(ctx: ToolContext<'point'>) {
  const outline = await parcelOutline(ctx);
  const mapped = isKnown(outline) ? await soilUnitsIn(ctx.sources, outline.bbox) : undefined;
  return {
    limits: outlineLimits(ctx, outline),
    put(answer: AnswerBuilder, unitAtPoint: string | undefined) {
      const on = takeOnParcel<MappedSoilUnit>(ctx, answer, {
        outline,
        mapped,
        keyOf: ({ mapUnitKey }) => mapUnitKey,
        recordScope: 'outlines of detailed (SSURGO) map units',
      });
      if (!on) return { differs: '', facts: undefined };
      const { citation } = on;
      const units = on.overlay.classes.filter(({ sharePercent }) => sharePercent > 0);
      const [main] = units;
      const isOneUnit = units.length === 1 && main?.members[0]?.mapUnitKey === unitAtPoint;
      const listed = units
        .slice(0, mostShown)
        .flatMap((entry) => (entry.members[0] ? [shareWords(entry.members[0], entry.sharePercent)] : []));
      const differs =
        units.length > 1
          ? `The parcel lies in ${units.length} units: ${listed.join(', ')}.`
          : main && !isOneUnit && unitAtPoint !== undefined
            ? `The parcel lies in another unit: ${listed.join(', ')}.`
            : '';
      return {
        differs,
        facts: {
          ...(units.length > 0 && {
            unitsOnParcel: units.slice(0, mostShown).flatMap((entry) => {
              const [unit] = entry.members;
              if (!unit) return [];
              const { mapUnitKey: _key, ...said } = unit;
              return [{ ...said, ...shareOf(entry), citation }];
            }),
            ...(unitAtPoint !== undefined && { pointAgrees: { value: isOneUnit, citation } }),
          }),
          ...outlineFact(answer, on),
        },
      };
    },
  };
}

/** A symbol that is a plain one, and the share: text of the publisher does not speak in a sentence of this service. */
const shareWords = ({ symbol }: MappedSoilUnit, percent: number) =>
  /^[A-Za-z0-9]{1,8}$/.test(symbol ?? '') ? `${symbol} (${percent}%)` : `${percent}%`;
