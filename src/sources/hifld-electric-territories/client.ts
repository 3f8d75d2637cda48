import { z } from 'zod';
import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import { textOrNumber } from '../shared/fields.ts';
import { typedRows } from '../shared/typed-rows.ts';
import card from './card.ts';

export interface Territory {
  /** Utility number of the Energy Information Administration. */
  readonly eiaId?: string;
  readonly name: string;
  /** Kind of utility as the layer writes it. */
  readonly type?: string;
  readonly state?: string;
  readonly holdingCompany?: string;
  readonly customers?: number;
}

const fields = ['ID', 'NAME', 'TYPE', 'STATE', 'HOLDING_CO', 'CUSTOMERS'] as const;
const Attributes = z.looseObject({
  NAME: z.string(),
  ID: textOrNumber,
  TYPE: textOrNumber,
  STATE: textOrNumber,
  HOLDING_CO: textOrNumber,
});

/** "NOT AVAILABLE" is the layer's own blank. */
function stated(value: unknown, length: number): string | undefined {
  const words = textOf(value, length);
  return words && !/^(not available|null|n\/a)$/i.test(words) ? words : undefined;
}

function toTerritory(row: Readonly<Record<string, unknown>>): Territory {
  const customers = numberOf(row.CUSTOMERS);
  return defined({
    eiaId: stated(row.ID, 12),
    name: stated(row.NAME, 100) ?? 'name not stated',
    type: stated(row.TYPE, 40),
    state: stated(row.STATE, 20),
    holdingCompany: stated(row.HOLDING_CO, 80),
    customers: customers !== undefined && customers >= 0 ? customers : undefined,
  });
}

/** Territories whose polygon holds the point: overlaps are common, so each is a candidate. */
export async function territoriesAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<readonly Territory[]>> {
  const rows = await queryLayer(sources, card, { point, outFields: fields, limit: 20 });
  return typedRows(sources, card, rows, Attributes, toTerritory);
}

/** The same out of the mirrored polygons. */
export function territoriesInCopy(mirror: MirrorAccess, point: GeoPoint): Lookup<readonly Territory[]> {
  return mapLookup(mirror.containing('hifld-electric-territories', point), (rows) =>
    rows.map(({ eiaId, name, type, state, holdingCompany, customers }) =>
      toTerritory({
        ID: eiaId,
        NAME: name,
        TYPE: type,
        STATE: state,
        HOLDING_CO: holdingCompany,
        CUSTOMERS: customers,
      }),
    ),
  );
}
