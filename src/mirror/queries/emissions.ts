import { z } from 'zod';
import { pickFields, type RowOf } from '../../fields/table.ts';
import { groupBy } from '../../kernel/group.ts';
import { mapRows } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { facilityEmissions } from '../datasets/epa-nei-facilities.ts';
import { partRows } from './parts.ts';

export const emissionsMirror = 'epa-nei-facilities';

export const emissionShape = {
  code: z.string().describe("The inventory's pollutant code"),
  pollutant: z.string(),
  value: z.number().optional().describe('In `unit`; absent where the inventory states none, which is not zero'),
  unit: z.string(),
};
const Emission = z.strictObject(emissionShape);
type Emission = z.infer<typeof Emission>;

export interface EmittingFacility extends GeoPoint, Pick<RowOf<typeof facilityEmissions>, 'facilityId' | 'naics'> {
  readonly name: string;
  readonly distanceMeters: number;
  /** Criteria pollutants and ammonia first, then by name. */
  readonly emissions: readonly Emission[];
}

/** Pollutants with a national ambient standard, their precursors and ammonia, by the codes of the inventory. */
const criteria = ['CO', 'NH3', 'NOX', 'PM10-PRI', 'PM25-PRI', 'SO2', 'VOC', '7439921'];
const order = (code: string) => (isCriteria(code) ? criteria.indexOf(code) : criteria.length);
const byOrder = (a: Emission, b: Emission) =>
  order(a.code) - order(b.code) || a.pollutant.localeCompare(b.pollutant, 'en');

export const isCriteria = (code: string): boolean => criteria.includes(code);

const mostRows = 200_000;
const plain = (value: number) => Number(value.toPrecision(6));

type Row = RowOf<typeof facilityEmissions> & { readonly distanceMeters: number };

const emissionOf = ({ pollutantCode, pollutant = pollutantCode, emissions, unit }: Row): Emission => ({
  code: pollutantCode,
  pollutant,
  ...(emissions !== undefined && { value: emissions }),
  unit,
});

function facilityOf(rows: readonly Row[]): EmittingFacility | undefined {
  const [first] = rows;
  if (!first?.at) return undefined;
  return {
    ...pickFields(first, 'facilityId', 'naics', 'distanceMeters'),
    name: first.facility,
    ...first.at,
    emissions: rows.map(emissionOf).toSorted(byOrder),
  };
}

/**
 * Facilities of one inventory year within a distance, nearest first. A year that is not loaded is `unavailable`;
 * a loaded year without a facility there is `empty`.
 */
export function facilitiesNear(mirror: MirrorAccess, point: GeoPoint, radiusMeters: number, year: string) {
  const rows = partRows(mirror, facilityEmissions, [year], () =>
    mirror.near(emissionsMirror, point, radiusMeters, { limit: mostRows, where: { year } }),
  );
  return mapRows(rows, (data) =>
    [...groupBy(data, ({ facilityId }) => facilityId).values()].flatMap((group) => facilityOf(group) ?? []),
  );
}

/** What the facilities emit together, by pollutant and unit; `withoutAmount`: facilities that list it without an amount. */
export function totalsOf(facilities: readonly EmittingFacility[]) {
  const rows = facilities.flatMap(({ facilityId, emissions }) => emissions.map((entry) => ({ facilityId, ...entry })));
  return [...groupBy(rows, ({ code, unit }) => `${code} ${unit}`).values()]
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const amounts = group.flatMap(({ value }) => (value === undefined ? [] : [value]));
      const lacking = group.length - amounts.length;
      return [
        {
          code: first.code,
          pollutant: first.pollutant,
          ...(amounts.length > 0 && { value: plain(amounts.reduce((sum, amount) => sum + amount, 0)) }),
          unit: first.unit,
          facilityCount: new Set(group.map(({ facilityId }) => facilityId)).size,
          ...(lacking > 0 && { withoutAmount: lacking }),
        },
      ];
    })
    .toSorted(byOrder);
}
