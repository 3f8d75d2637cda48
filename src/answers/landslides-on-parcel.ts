import type { ToolContext } from '../catalog/context.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import { outlinesIn } from '../sources/usgs-landslides/client.ts';
import {
  extentOf,
  extentRow,
  isKnown,
  outlineFact,
  outlineLimits,
  parcelOutline,
  parcelOutlineFacts,
  partWords,
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
      const whole = extentOf(on, () => true);
      const agrees =
        isAtPoint === undefined ? undefined : isAtPoint ? whole.extent === 'all' : whole.sharePercent === 0;
      const differs =
        agrees !== false
          ? ''
          : whole.sharePercent > 0
            ? `${partWords(whole.sharePercent, whole.extent)} is mapped as landslide; the matched point lies ${isAtPoint ? 'in it' : 'outside'}. `
            : 'No landslide is mapped on the parcel outline; one is mapped at the matched point. ';
      return {
        differs,
        facts: {
          landslideOnParcel: whole,
          ...(agrees !== undefined && { pointAgrees: { value: agrees, citation: on.citation } }),
          ...outlineFact(answer, on),
        },
      };
    },
  };
}
