import { hasData, type Lookup, mapLookup } from '../../kernel/lookup.ts';
import { fillPage } from '../../kernel/pages.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { cleanText } from '../../kernel/text.ts';
import { dayMs } from '../../kernel/time.ts';
import { queryElms } from '../../sources/drivers/elms.ts';
import { queryLegistar } from '../../sources/drivers/legistar.ts';
import { wrongShape } from '../../sources/shared/lookup.ts';
import type { LaneField } from '../schema/jurisdiction.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { columnsOfSource, fieldValue, readFields } from './fields.ts';
import { type CleanValue, cleanValuesOf } from './free-text.ts';

/** One matter of a council as its clerk publishes it; nobody who filed, sponsored or voted is kept. */
export interface Matter {
  readonly number: string;
  readonly title: string;
  /** The clerk's own words. */
  readonly type?: string;
  readonly category?: string;
  readonly status?: string;
  readonly body?: string;
  /** Calendar days. */
  readonly introducedOn: string;
  readonly decidedOn?: string;
  readonly url?: string;
}

const mostMatters = 4000;
const titleLength = 1500;

function matterOf(
  row: Readonly<Record<string, unknown>>,
  { source }: ConfiguredLane<'legislation'>,
  clean: CleanValue,
): Matter | undefined {
  const fields = readFields(row, source, clean);
  const text = (name: LaneField<'legislation'>) =>
    fields[name] === undefined ? undefined : cleanText(String(fields[name]), 120);
  const [number, introducedOn] = [text('recordId'), text('occurredAt')];
  const given = source.fields.title;
  const title = given && fieldValue(row, given);
  if (!number || !introducedOn || title === undefined) return undefined;
  const url = fillPage(source.recordPage, fields);
  const [type, category, status, body, decidedOn] = (['type', 'category', 'status', 'body', 'decidedAt'] as const).map(
    text,
  );
  return {
    number,
    title: cleanText(String(clean('title', title)), titleLength),
    ...(type && { type }),
    ...(category && { category }),
    ...(status && { status }),
    ...(body && { body }),
    introducedOn,
    ...(decidedOn && { decidedOn }),
    ...(url && { url }),
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
  const idField = source.fields.pageKey;
  const shared = { endpoint: source.endpoint, select: columnsOfSource(source), since, limit: mostMatters };
  const read = () => {
    if (!dateField) return undefined;
    if (source.platform === 'legistar') return queryLegistar(sources, card, { ...shared, dateField });
    if (source.platform !== 'elms' || typeof idField !== 'string') return undefined;
    return queryElms(sources, card, { ...shared, dateField, idField, ...(where && { where }) });
  };
  const found = await read();
  if (!found) return { state: 'not_covered', source: card.name, reason: `${card.name} has no reader here.` };
  const clean = await cleanValuesOf(source);
  const matters = mapLookup(found, (rows) => rows.flatMap((row) => matterOf(row, configured, clean) ?? []));
  // rows that all lack number, title or date are another shape, not an empty list
  if (hasData(matters) && hasData(found) && matters.data.length === 0 && found.data.length > 0) {
    return wrongShape(sources, card);
  }
  return matters;
}
