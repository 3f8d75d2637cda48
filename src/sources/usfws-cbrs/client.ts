import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import { resolveLayer } from '../drivers/arcgis-services.ts';
import { typedRows } from '../shared/typed-rows.ts';
import card from './card.ts';

export interface BarrierUnit {
  /** Number of the unit, for example L07 or NC-03P. */
  readonly barrierUnit: string;
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
    return { barrierUnit: Unit.slice(0, 20), ...(name && { name }), ...(unitType && { unitType }) };
  });
}

/** Since when a place stands under the Act: the days that the form of a flood determination and an insurer ask for. */
export interface BarrierDates {
  /** Day from which new federal flood insurance is prohibited. */
  readonly insuranceProhibited?: string;
  /** Day on which the place came into a System Unit; absent in Otherwise Protected Areas. */
  readonly systemUnit?: string;
}

/** Days are text, ISO or epoch milliseconds; "Null" stands for none. */
const DatesRow = z.looseObject({ FI_Date: z.unknown(), SU_Date: z.unknown() });

/**
 * The prohibition dates at a point. The layer stands beside that of the units and is found by its name, because its
 * number differs between the services that the mapper has used.
 */
export async function barrierDatesAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<readonly BarrierDates[]>> {
  const service = card.endpoint.replace(/\/\d+$/, '');
  const layer = await resolveLayer(sources, card, service, /prohibition/i);
  if (!hasData(layer)) return layer;
  const outFields = ['FI_Date', 'SU_Date'];
  const found = await queryLayer(sources, card, { layerUrl: layer.data.url, point, outFields, limit: 10 });
  return typedRows(sources, card, found, DatesRow, ({ FI_Date, SU_Date }) =>
    defined({ insuranceProhibited: dateOf(FI_Date), systemUnit: dateOf(SU_Date) }),
  );
}
