import { z } from 'zod';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import { getJson } from '../shared/lookup.ts';

const Code = z.union([z.string(), z.number()]);
const Domain = z.looseObject({
  codedValues: z.array(z.looseObject({ code: Code, name: z.string() })).nullish(),
});
const LayerSchema = z.looseObject({
  fields: z.array(z.looseObject({ name: z.string(), domain: Domain.nullish() })).min(1),
});

/** A column of a layer or table, with the names of its codes where it has a coded-value domain. */
export interface LayerColumn {
  readonly name: string;
  readonly codes: ReadonlyMap<string, string> | undefined;
}

function detectError(body: unknown): string | undefined {
  return (body as { error?: unknown } | null)?.error ? 'ArcGIS error' : undefined;
}

/** The columns of a layer or table by its own metadata; asked once a day. */
export async function layerColumns(
  sources: SourceAccess,
  card: SourceCard,
  layerUrl: string,
): Promise<Lookup<readonly LayerColumn[]>> {
  const url = `${layerUrl.replace(/\/+$/, '')}?f=json`;
  const lookup = await getJson(sources, card, { url, detectError, ttlSeconds: 86_400 }, LayerSchema);
  if (!hasData(lookup)) return lookup;
  const data = lookup.data.fields.map(({ name, domain }) => ({
    name,
    codes: domain?.codedValues?.length
      ? new Map(domain.codedValues.map((one) => [String(one.code), one.name]))
      : undefined,
  }));
  return { ...lookup, data };
}
