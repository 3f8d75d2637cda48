import { pickFields } from '../../fields/table.ts';
import { defined } from '../../kernel/defined.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import { fillPage } from '../../kernel/pages.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { cleanText } from '../../kernel/text.ts';
import { dayMs } from '../../kernel/time.ts';
import { queryElms } from '../../sources/drivers/elms.ts';
import { queryLegistar } from '../../sources/drivers/legistar.ts';
import { tableRows } from '../../sources/shared/table-rows.ts';
import { columnsOfField, columnsOfFields, type LaneFields, laneTable } from '../schema/lane-table.ts';
import { type ConfiguredLane, zoneOf } from '../schema/port.ts';
import { freeTextCleaner } from './free-text.ts';

/** One matter of a council as its clerk publishes it; no person who filed, sponsored or voted is kept. */
export interface Matter extends Pick<LaneFields<'legislation'>, 'type' | 'category' | 'status' | 'body'> {
  readonly number: string;
  readonly title: string;
  /** Calendar days. */
  readonly introducedOn: string;
  readonly decidedOn?: string;
  readonly url?: string;
}

const mostMatters = 4000;

/** The words of a matter; `type`, `status` … as long as a list shows them. */
const wordsLength = 120;

function matterOf(fields: LaneFields<'legislation'>, { source }: ConfiguredLane<'legislation'>): Matter | undefined {
  const { recordId: number, title, occurredAt: introducedOn, decidedAt: decidedOn } = fields;
  if (!number || !introducedOn || title === undefined) return undefined;
  const words = Object.entries(pickFields(fields, 'type', 'category', 'status', 'body'));
  return {
    number: cleanText(number, wordsLength),
    title,
    ...Object.fromEntries(words.map(([name, value]) => [name, cleanText(value, wordsLength)])),
    introducedOn,
    ...defined({ decidedOn, url: fillPage(source.recordPage, fields) }),
  };
}

/** The first day that a source is read from, where a question reaches further back than it does. */
export function firstDay(configured: ConfiguredLane<'legislation'>, today: Date, lookbackDays: number): string {
  const days = Math.min(lookbackDays, configured.source.limits.lookbackDaysMax ?? lookbackDays);
  return new Date(today.getTime() - days * dayMs).toISOString().slice(0, 10);
}

/** Matters introduced since a day, as one configured council system lists them; `not_covered` for a platform without a reader. */
export async function mattersSince(
  sources: SourceAccess,
  configured: ConfiguredLane<'legislation'>,
  since: string,
): Promise<Lookup<readonly Matter[]>> {
  const { source, card } = configured;
  const { dateField, where } = source.query;
  const [idField] = columnsOfField(source, 'pageKey');
  const shared = { endpoint: source.endpoint, select: columnsOfFields(source), since, limit: mostMatters };
  const read = () => {
    if (!dateField) return undefined;
    if (source.platform === 'legistar') return queryLegistar(sources, card, { ...shared, dateField });
    if (source.platform !== 'elms' || idField === undefined) return undefined;
    return queryElms(sources, card, { ...shared, dateField, idField, ...(where && { where }) });
  };
  const found = await read();
  if (!found) return { state: 'not_covered', source: card.name, reason: `${card.name} has no reader here.` };
  const clean = await freeTextCleaner(source);
  return tableRows(sources, card, laneTable(source), found, {
    columnsOf: (row) => row,
    zone: zoneOf(configured),
    map: (values) => matterOf(clean(values) as LaneFields<'legislation'>, configured),
  });
}
