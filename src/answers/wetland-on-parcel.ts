import type { ToolContext } from '../catalog/context.ts';
import { pickFields } from '../fields/table.ts';
import { rows } from '../kernel/answer.ts';
import { wetlands, wetlandsIn } from '../sources/usfws-nwi/client.ts';
import { classRows, coverOf, extentRow, mappedOnParcel, parcelOutlineFacts, shareColumns } from './on-parcel.ts';

const mostShown = 4;

export const wetlandOnParcelFacts = {
  wetlandOnParcel: extentRow.optional().describe('How much of the parcel is mapped as wetland, by its outline'),
  kindsOnParcel: rows({ ...wetlands.shape('code', 'type'), ...shareColumns })
    .optional()
    .describe('Kinds of mapped wetland on the parcel outline, largest share first'),
  ...parcelOutlineFacts,
};

/** Mapped wetlands on the parcel outline: facts, a sentence where parcel and point differ, and what limits it. */
export const wetlandOnParcel = (ctx: ToolContext<'point'>) =>
  mappedOnParcel(ctx, {
    read: wetlandsIn,
    keyOf: ({ code }) => code,
    recordScope: 'wetland outlines',
    view(on, isAtPoint: boolean | undefined) {
      const { whole, differs, agreement } = coverOf(on, isAtPoint, 'wetland');
      const kinds = on.overlay.classes.filter(({ sharePercent, touches }) => sharePercent > 0 || touches);
      const kindsOnParcel = classRows(on, kinds.slice(0, mostShown), (kind) => pickFields(kind, 'code', 'type'));
      return {
        differs,
        facts: { wetlandOnParcel: whole, ...agreement, ...(kinds.length > 0 && { kindsOnParcel }) },
      };
    },
  });
