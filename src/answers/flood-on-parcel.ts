import type { ToolContext } from '../catalog/context.ts';
import { pickFields } from '../fields/table.ts';
import { optionalRows } from '../kernel/answer.ts';
import { type FloodZone, floodZones, floodZonesIn, zoneLabel } from '../sources/fema-nfhl/client.ts';
import {
  classRows,
  extentOf,
  extentRow,
  mappedOnParcel,
  parcelOutlineFacts,
  partWords,
  shareColumns,
} from './on-parcel.ts';

const mostShown = 6;
const shownFields = ['zone', 'subtype', 'specialFloodHazardArea', 'floodway'] as const;
/** Share of the outline that zones with a statement have to cover before it is said to lie outside, percent; edges are drawn loosely. */
const leastStated = 99;

export const floodOnParcelFacts = {
  specialFloodHazardAreaOnParcel: extentRow.optional().describe('How much of the parcel lies in it, by its outline'),
  zonesOnParcel: optionalRows('Zones on the parcel outline, the Special Flood Hazard Area first, then by share', {
    ...floodZones.shape(...shownFields),
    ...shareColumns,
  }),
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

const isSpecial = (zone: FloodZone | undefined) => zone?.specialFloodHazardArea === true;

/** The flood map on the parcel outline: facts, a sentence where parcel and point differ, and what limits it. */
export const floodOnParcel = (ctx: ToolContext<'point'>) =>
  mappedOnParcel(ctx, {
    read: floodZonesIn,
    keyOf: ({ zone, subtype = '' }: FloodZone) => `${zone}|${subtype}`,
    recordScope: 'zone outlines',
    restsOnPoint: true,
    view(on, atPoint: AtPoint) {
      const hazard = extentOf(on, isSpecial);
      // a part of the parcel that no zone covers, or whose zone does not say, is not outside of it
      const stated = extentOf(on, ({ specialFloodHazardArea }) => specialFloodHazardArea !== undefined);
      const isStated = hazard.sharePercent > 0 || stated.sharePercent >= leastStated;
      const zones = on.overlay.classes
        .filter(({ sharePercent, touches }) => sharePercent > 0 || touches)
        .toSorted((a, b) => Number(isSpecial(b.members[0])) - Number(isSpecial(a.members[0])));
      const side = atPoint === 'not_stated' || !isStated ? undefined : atPoint;
      const agrees = side && agreesWith[side].includes(hazard.extent);
      const labels = zones
        .filter(({ sharePercent, members: [zone] }) => isSpecial(zone) && sharePercent > 0)
        .flatMap(({ members: [zone] }) => (zone ? [zoneLabel(zone.zone, zone.subtype)] : []));
      const differs =
        side && agrees === false
          ? hazard.sharePercent > 0
            ? `${partWords(hazard.sharePercent, hazard.extent)} is mapped in ${labels.join(' and ')}, inside the Special Flood Hazard Area; the matched point lies ${wordsOf[side]}. `
            : `The parcel outline lies outside the Special Flood Hazard Area, and the matched point ${wordsOf[side]}. `
          : '';
      const zonesOnParcel = classRows(on, zones.slice(0, mostShown), (zone) => pickFields(zone, ...shownFields));
      return {
        differs,
        facts: {
          ...(isStated && { specialFloodHazardAreaOnParcel: hazard }),
          ...(agrees !== undefined && { pointAgrees: { value: agrees, citation: on.citation } }),
          ...(zones.length > 0 && { zonesOnParcel }),
        },
      };
    },
  });
