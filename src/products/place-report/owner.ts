import { z } from 'zod';
import type { Citation } from '../../kernel/citation.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { planQuery } from '../../places/lanes/plan.ts';
import type { ConfiguredLane } from '../../places/schema/port.ts';
import { cite } from '../../sources/shared/lookup.ts';

export interface OwnerOfRecord {
  /** 1 to 80 characters. */
  readonly name: string;
  readonly citation: Citation;
}

const Page = z.looseObject({
  features: z.array(z.looseObject({ attributes: z.record(z.string(), z.unknown()) })).max(200),
});

const maxNameLength = 80;

/**
 * The assessor's owner of record of exactly this parcel, read live by a separate request for one column
 * and stored nowhere. Undefined where the source publishes none, fails, or names several.
 */
export async function ownerOfRecord(
  sources: SourceAccess,
  { source, card }: ConfiguredLane,
  parcelId: string,
): Promise<OwnerOfRecord | undefined> {
  const field = source.ownerOfRecord?.field;
  if (!field || source.platform !== 'arcgis' || source.resolve.by !== 'none') return undefined;
  const plan = planQuery(source, { key: parcelId });
  if (plan.by !== 'key') return undefined;
  const query = new URLSearchParams({
    where: plan.where.join(' AND '),
    outFields: field,
    returnGeometry: 'false',
    resultRecordCount: '20',
    f: 'json',
  });
  // read again each time: neither cached here nor written behind
  const reply = await sources.fetch(card, { url: `${source.endpoint}/query?${query}`, ttlSeconds: 0, timeoutMs: 6000 });
  if (!reply.ok) return undefined;
  const page = Page.safeParse(reply.body);
  if (!page.success) return undefined;
  const names = new Set(page.data.features.map(({ attributes }) => textOf(attributes[field], maxNameLength)));
  const [name] = names;
  if (names.size !== 1 || !name) return undefined;
  return { name, citation: cite(card, reply, { recordId: parcelId }) };
}
