import { z } from 'zod';
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

export interface Aquifer {
  readonly id: string;
  readonly name: string;
  /** Citation of the designation in the Federal Register. */
  readonly federalRegister?: string;
  readonly epaRegion?: string;
  readonly documentUrl?: string;
}

const fields = ['SSA_ID', 'SSA_NAME', 'FR_ID', 'EPA_Link', 'EPA_Region'] as const;
const Attributes = z.looseObject({
  SSA_ID: textOrNumber,
  SSA_NAME: z.string(),
  FR_ID: textOrNumber,
  EPA_Link: textOrNumber,
  EPA_Region: textOrNumber,
});

function officialLink(value: unknown): string | undefined {
  const link = textOf(value, 300);
  if (!link || !URL.canParse(link)) return undefined;
  const { protocol, hostname, href } = new URL(link);
  return /^https?:$/.test(protocol) && /(^|\.)epa\.gov$/.test(hostname) ? href : undefined;
}

function toAquifer(row: Readonly<Record<string, unknown>>): Aquifer {
  return defined({
    id: textOf(row.SSA_ID, 40) ?? 'not stated',
    name: textOf(row.SSA_NAME, 120) ?? 'name not stated',
    federalRegister: textOf(row.FR_ID, 60),
    epaRegion: textOf(row.EPA_Region, 20),
    documentUrl: officialLink(row.EPA_Link),
  });
}

/** Designated aquifers whose polygon holds the point; several may overlap. */
export async function aquifersAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<readonly Aquifer[]>> {
  const rows = await queryLayer(sources, card, { point, outFields: fields, limit: 10 });
  return typedRows(sources, card, rows, Attributes, toAquifer);
}

/** The same out of the mirrored copy of the layer. */
export function aquifersInCopy(mirror: MirrorAccess, point: GeoPoint): Lookup<readonly Aquifer[]> {
  const found = mirror.containing('epa-sole-source-aquifers', point);
  return mapLookup(found, (rows) =>
    rows.map(({ id, name, federalRegister, epaRegion, link }) =>
      toAquifer({ SSA_ID: id, SSA_NAME: name, FR_ID: federalRegister, EPA_Region: epaRegion, EPA_Link: link }),
    ),
  );
}
