import { digits, table } from '../../fields/define.ts';
import { citing, hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { recordOf } from '../shared/lookup.ts';
import { layerRows } from '../shared/table-rows.ts';

const card = sourceCard('hud-opportunity-zones');

const tracts = table(card.id, { tract2010: digits('GEOID10', 11, { required: true }) });

/** The tract (2010 boundaries, 11 digits) that was designated in 2018 and contains the point; `empty` outside. */
export async function designatedTractAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<string>> {
  const found = await layerRows(sources, tracts, { point, limit: 5 });
  if (!hasData(found)) return found;
  const [{ tract2010 } = { tract2010: '' }] = found.data;
  return citing({ ...found, data: tract2010 }, { ...recordOf(card, tract2010), sourceDate: '2018-12-14' });
}
