import type { ToolContext } from '../catalog/context.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { outlinesIn } from '../sources/usgs-landslides/client.ts';
import {
  coverOf,
  extentRow,
  isKnown,
  outlineFact,
  outlineLimits,
  parcelOutline,
  parcelOutlineFacts,
  takeOnParcel,
} from './on-parcel.ts';

/** What the inventory maps on the parcel outline. */
export const landslidesOnParcelFacts = {
  landslideOnParcel: extentRow.optional().describe('How much of the parcel a mapped landslide covers, by its outline'),
  ...parcelOutlineFacts,
};

/** Mapped landslides on the outline of the parcel. */
export async function landslidesOnParcel(ctx: ToolContext<'point'>) {
  const outline = await parcelOutline(ctx);
  const mapped = isKnown(outline) ? await outlinesIn(ctx.sources, outline.bbox) : undefined;
  return {
    limits: outlineLimits(ctx, outline),
    put(answer: AnswerBuilder, isAtPoint: boolean | undefined) {
      const on = takeOnParcel(ctx, answer, { outline, mapped, keyOf: () => '', recordScope: 'landslide outlines' });
      if (!on) return { differs: '', facts: undefined };
      const { whole, differs, agreement } = coverOf(on, isAtPoint, 'landslide');
      return {
        differs,
        facts: {
          landslideOnParcel: whole,
          ...agreement,
          ...outlineFact(answer, on),
        },
      };
    },
  };
}
