import { z } from 'zod';
import { computed, partName } from '../../fields/define.ts';
import type { Field } from '../../fields/field.ts';
import { numberOf } from '../../fields/numbers.ts';
import { table } from '../../fields/table.ts';

/** An estimate or margin; the Bureau's negative numbers are marks for "no estimate" (-666666666 and others). */
function estimateOf([cell]: readonly unknown[]): number | undefined {
  const value = numberOf(cell);
  return value === undefined || value < 0 ? undefined : value;
}

/** Estimates and margins of the first lines of a table, which may have fewer. */
export const acsLines = (lines: number): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    Array.from({ length: lines }, (_, at) => at + 1).flatMap((line) =>
      (['e', 'm'] as const).map((kind) => {
        const column = `${kind.toUpperCase()}${String(line).padStart(3, '0')}`;
        return [`${kind}${line}`, computed([column], z.number(), estimateOf)] as const;
      }),
    ),
  );

function areaOf(cell: unknown): { readonly level: 'county' | 'tract'; readonly geoid: string } | undefined {
  const [, kind, geoid] = /^(05|14)00000US(\d{5}|\d{11})$/.exec(String(cell).trim()) ?? [];
  return geoid === undefined ? undefined : { level: kind === '05' ? 'county' : 'tract', geoid };
}

export const housingLines = table('census-acs-housing', {
  table: partName(),
  level: computed(['GEO_ID'], z.string(), ([cell]) => areaOf(cell)?.level, { required: true }),
  geoid: computed(['GEO_ID'], z.string(), ([cell]) => areaOf(cell)?.geoid, { required: true }),
  ...acsLines(11),
});
