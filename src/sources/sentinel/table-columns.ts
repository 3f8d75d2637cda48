import type { SourceCard } from '../../kernel/source-card.ts';
import { tablesOf } from '../tables.generated.ts';

/**
 * A card whose probe describes a layer, with the columns of its field table to hold the description against. A card with
 * several tables reads several layers and names the columns of its probe itself.
 */
export async function withTableColumns(card: SourceCard): Promise<SourceCard> {
  const { probe } = card;
  if (!probe || probe.columns || !probe.url.endsWith('?f=json')) return card;
  const [table, ...others] = Object.values((await tablesOf[card.id]?.()) ?? {});
  return table === undefined || others.length > 0
    ? card
    : { ...card, probe: { ...probe, columns: [...table.columns] } };
}
