import { z } from 'zod';
import { computed, partName } from '../../fields/define.ts';
import { table } from '../../fields/table.ts';
import { acsLines } from './census-acs-housing.ts';

/** Tract or ZIP area by its code; the latter is written with the edition of its boundaries, and without it in earlier files. */
function areaOf(cell: unknown): { readonly level: 'tract' | 'zcta'; readonly geoid: string } | undefined {
  const [, tract, zcta] = /^(?:1400000US(\d{11})|860(?:00|Z\d)00US(\d{5}))$/.exec(String(cell).trim()) ?? [];
  if (tract !== undefined) return { level: 'tract', geoid: tract };
  return zcta === undefined ? undefined : { level: 'zcta', geoid: zcta };
}

export const rentLines = table('census-acs-rents', {
  table: partName(),
  level: computed(['GEO_ID'], z.string(), ([cell]) => areaOf(cell)?.level, { required: true }),
  geoid: computed(['GEO_ID'], z.string(), ([cell]) => areaOf(cell)?.geoid, { required: true }),
  ...acsLines(7),
});
