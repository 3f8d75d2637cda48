import { dateOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { textOf } from '../../kernel/text.ts';
import type { SdaRow } from './query.ts';

export interface SoilComponent {
  readonly name: string;
  readonly kind?: string;
  /** Share of the map unit's area, as the survey estimates it. */
  readonly sharePercent?: number;
  readonly slopePercent?: number;
  readonly drainageClass?: string;
  readonly hydrologicGroup?: string;
  /** The survey's own rating: Yes, No or Unranked. */
  readonly hydric?: string;
  /** The uppermost layer that restricts roots and water, and the depth to it. */
  readonly restriction?: { readonly kind: string; readonly depthCentimeters?: number };
}

export interface SoilMapUnit {
  readonly mapUnitKey: string;
  readonly symbol?: string;
  readonly name: string;
  readonly surveyArea?: string;
  readonly surveyDate?: string;
  readonly farmlandClass?: string;
  readonly floodingFrequency?: string;
  readonly pondingPercent?: number;
  readonly waterTableDepthCentimeters?: number;
  readonly bedrockDepthCentimeters?: number;
  readonly hydricPercent?: number;
  readonly components: readonly SoilComponent[];
}

function restrictionOf(row: SdaRow): SoilComponent['restriction'] {
  const kind = textOf(row.reskind, 80);
  return kind ? defined({ kind, depthCentimeters: numberOf(row.resdept) }) : undefined;
}

/** Rows of one map unit, one per component; undefined where the first row names no unit. */
export function toMapUnit(rows: readonly SdaRow[]): SoilMapUnit | undefined {
  const first = rows[0];
  const mapUnitKey = textOf(first?.mukey, 20);
  const name = textOf(first?.muname, 200);
  if (!first || !mapUnitKey || !name) return undefined;
  return defined({
    mapUnitKey,
    name,
    symbol: textOf(first.musym, 20),
    surveyArea: [textOf(first.areaname, 120), textOf(first.areasymbol, 10)].filter(Boolean).join(', ') || undefined,
    surveyDate: dateOf(first.surveydate),
    farmlandClass: textOf(first.farmlndcl, 120),
    floodingFrequency: textOf(first.flodfreqdcd, 40),
    pondingPercent: numberOf(first.pondfreqprs),
    waterTableDepthCentimeters: numberOf(first.wtdepannmin),
    bedrockDepthCentimeters: numberOf(first.brockdepmin),
    hydricPercent: numberOf(first.hydclprs),
    components: rows
      .filter((row) => row.mukey === first.mukey)
      .flatMap((row) => {
        const component = textOf(row.compname, 120);
        return component
          ? [
              defined({
                name: component,
                kind: textOf(row.compkind, 60),
                sharePercent: numberOf(row.comppct),
                slopePercent: numberOf(row.slope),
                drainageClass: textOf(row.drainagecl, 60),
                hydrologicGroup: textOf(row.hydgrp, 10),
                hydric: textOf(row.hydricrating, 20),
                restriction: restrictionOf(row),
              }),
            ]
          : [];
      }),
  });
}
