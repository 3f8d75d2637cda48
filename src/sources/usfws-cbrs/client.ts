import { z } from 'zod';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import { typedRows } from '../shared/typed-rows.ts';
import card from './card.ts';

export interface BarrierUnit {
  /** Number of the unit, for example L07 or NC-03P. */
  readonly unit: string;
  readonly name?: string;
  /** In the publisher's words: System Unit or Otherwise Protected Area. */
  readonly unitType?: string;
}

const Row = z.looseObject({ Unit: z.string().min(1), Name: z.unknown(), Unit_Type: z.unknown() });

/** Units of the Coastal Barrier Resources System at a point, or within a distance of it; `empty` where none is mapped. */
export async function barrierUnitsAt(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters?: number,
): Promise<Lookup<readonly BarrierUnit[]>> {
  const found = await queryLayer(sources, card, {
    point,
    ...(radiusMeters !== undefined && { radiusMeters }),
    outFields: ['Unit', 'Name', 'Unit_Type'],
    limit: 10,
  });
  return typedRows(sources, card, found, Row, ({ Unit, Name, Unit_Type }) => {
    const [name, unitType] = [textOf(Name, 100), textOf(Unit_Type, 60)];
    return { unit: Unit.slice(0, 20), ...(name && { name }), ...(unitType && { unitType }) };
  });
}
