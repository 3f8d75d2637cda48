import { z } from 'zod';
import type { ToolContext } from '../catalog/context.ts';
import { pickFields } from '../fields/table.ts';
import { row } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { type Wetland, wetlands, wetlandsIn } from '../sources/usfws-nwi/client.ts';
import {
  coverOf,
  extentRow,
  isKnown,
  outlineFact,
  outlineLimits,
  parcelOutline,
  parcelOutlineFacts,
  shareColumns,
  shareOf,
  takeOnParcel,
} from './on-parcel.ts';

const mostShown = 4;

/** What the inventory says of the parcel outline, beside what it says of the point. */
export const wetlandOnParcelFacts = {
  wetlandOnParcel: extentRow.optional().describe('How much of the parcel is mapped as wetland, by its outline'),
  kindsOnParcel: z
    .array(row({ ...wetlands.shape('code', 'type'), ...shareColumns }))
    .optional()
    .describe('Kinds of mapped wetland on the parcel outline, largest share first'),
  ...parcelOutlineFacts,
};

/** Mapped wetlands on the parcel outline: facts, a sentence where parcel and point differ, and what limits it. */
export async function wetlandOnParcel(ctx: ToolContext<'point'>) {
  const outline = await parcelOutline(ctx);
  const mapped = isKnown(outline) ? await wetlandsIn(ctx.sources, outline.bbox) : undefined;
  return {
    limits: outlineLimits(ctx, outline),
    put(answer: AnswerBuilder, isAtPoint: boolean | undefined) {
      const on = takeOnParcel<Wetland>(ctx, answer, {
        outline,
        mapped,
        keyOf: ({ code }) => code,
        recordScope: 'wetland outlines',
      });
      if (!on) return { differs: '', facts: undefined };
      const { citation } = on;
      const { whole, differs, agreement } = coverOf(on, isAtPoint, 'wetland');
      const kinds = on.overlay.classes.filter(({ sharePercent, touches }) => sharePercent > 0 || touches);
      return {
        differs,
        facts: {
          wetlandOnParcel: whole,
          ...agreement,
          ...(kinds.length > 0 && {
            kindsOnParcel: kinds.slice(0, mostShown).flatMap((entry) => {
              const [kind] = entry.members;
              if (!kind) return [];
              return [{ ...pickFields(kind, 'code', 'type'), ...shareOf(entry), citation }];
            }),
          }),
          ...outlineFact(answer, on),
        },
      };
    },
  };
}
