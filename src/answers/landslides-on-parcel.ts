import type { ToolContext } from '../catalog/context.ts';
import { outlinesIn } from '../sources/usgs-landslides/client.ts';
import { coverOf, extentRow, mappedOnParcel, parcelOutlineFacts } from './on-parcel.ts';

export const landslidesOnParcelFacts = {
  landslideOnParcel: extentRow.optional().describe('How much of the parcel a mapped landslide covers, by its outline'),
  ...parcelOutlineFacts,
};

/** Mapped landslides on the outline of the parcel. */
export const landslidesOnParcel = (ctx: ToolContext<'point'>) =>
  mappedOnParcel(ctx, {
    read: outlinesIn,
    keyOf: () => '',
    recordScope: 'landslide outlines',
    view(on, isAtPoint: boolean | undefined) {
      const { whole, differs, agreement } = coverOf(on, isAtPoint, 'landslide');
      return { differs, facts: { landslideOnParcel: whole, ...agreement } };
    },
  });
