import type { ToolContext } from '../catalog/context.ts';
import { pickFields } from '../fields/table.ts';
import { optionalRows } from '../kernel/answer.ts';
import { type MappedSoilUnit, mappedUnits, soilUnitsIn } from '../sources/usda-sda/outlines.ts';
import { classRows, mappedOnParcel, parcelOutlineFacts, shareColumns } from './on-parcel.ts';

const mostShown = 5;
const shownFields = ['symbol', 'name', 'farmlandClass', 'hydricPercent'] as const;

export const soilOnParcelFacts = {
  unitsOnParcel: optionalRows('Soil map units on the parcel outline, largest share first', {
    ...mappedUnits.shape(...shownFields),
    ...shareColumns,
  }),
  ...parcelOutlineFacts,
};

/** A symbol that is a plain one, and the share: text of the publisher does not speak in a sentence of this service. */
const shareWords = ({ symbol }: MappedSoilUnit, percent: number) =>
  /^[A-Za-z0-9]{1,8}$/.test(symbol ?? '') ? `${symbol} (${percent}%)` : `${percent}%`;

/** Soil map units on the parcel outline: facts, and a sentence where the parcel has more than the unit at the point. */
export const soilOnParcel = (ctx: ToolContext<'point'>) =>
  mappedOnParcel(ctx, {
    read: soilUnitsIn,
    keyOf: ({ mapUnitKey }) => mapUnitKey,
    recordScope: 'outlines of detailed (SSURGO) map units',
    view(on, unitAtPoint: string | undefined) {
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
      const unitsOnParcel = classRows(on, units.slice(0, mostShown), (unit) => pickFields(unit, ...shownFields));
      const pointAgrees = unitAtPoint !== undefined && { pointAgrees: { value: isOneUnit, citation: on.citation } };
      return { differs, facts: units.length > 0 ? { unitsOnParcel, ...pointAgrees } : {} };
    },
  });
