import type { z } from 'zod';
import { dayOfEpoch } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { textOf } from '../../kernel/text.ts';
import type {
  CommunityAttributes,
  ElevationLineAttributes,
  LomaAttributes,
  LomrAttributes,
  PanelAttributes,
  ZoneAttributes,
} from './schema.ts';

export interface FloodZone {
  readonly zone: string;
  readonly subtype?: string;
  /** The publisher's own flag; undefined where it is neither T nor F. */
  readonly specialFloodHazardArea?: boolean;
  readonly floodway: boolean;
  readonly baseFloodElevation?: number;
  readonly depth?: number;
  readonly lengthUnit?: string;
  readonly verticalDatum?: string;
  readonly velocity?: number;
  readonly velocityUnit?: string;
  readonly floodAreaId?: string;
  readonly mapId?: string;
  readonly studyType?: string;
}

export interface FirmPanel {
  readonly panel: string;
  readonly effectiveOn?: string;
  readonly panelType?: string;
  readonly notPrintedBecause?: string;
}

export interface MapRevision {
  readonly caseNumber: string;
  readonly effectiveOn?: string;
  readonly status?: string;
}

/** A letter that FEMA sent about one property: LOMA, LOMR-F, LOMR-FW or LOMR-VZ. */
export interface MapAmendment {
  readonly caseNumber: string;
  readonly kind?: string;
  readonly date?: string;
  readonly status?: string;
  /** In FEMA's words, for example "Property removed". */
  readonly outcome?: string;
  /** What became of the letter when the map was drawn anew, in FEMA's words, for example "Superseded". */
  readonly revalidation?: string;
}

/** A line on which the base flood stands at one elevation. */
export interface ElevationLine {
  readonly elevation: number;
  readonly lengthUnit?: string;
  readonly verticalDatum?: string;
}

export interface Community {
  readonly name: string;
  readonly communityId?: string;
}

export function toZone(row: z.infer<typeof ZoneAttributes>): FloodZone {
  const subtype = textOf(row.ZONE_SUBTY, 120);
  return defined({
    zone: textOf(row.FLD_ZONE, 40) ?? 'not stated',
    subtype,
    specialFloodHazardArea: row.SFHA_TF === 'T' ? true : row.SFHA_TF === 'F' ? false : undefined,
    floodway: /\bFLOODWAY\b/i.test(subtype ?? ''),
    baseFloodElevation: numberOf(row.STATIC_BFE),
    depth: numberOf(row.DEPTH),
    lengthUnit: textOf(row.LEN_UNIT, 20)?.toLowerCase(),
    verticalDatum: textOf(row.V_DATUM, 20),
    velocity: numberOf(row.VELOCITY),
    velocityUnit: textOf(row.VEL_UNIT, 20)?.toLowerCase(),
    floodAreaId: textOf(row.FLD_AR_ID, 40),
    mapId: textOf(row.DFIRM_ID, 20),
    studyType: textOf(row.STUDY_TYP, 60),
  });
}

export function toPanel(row: z.infer<typeof PanelAttributes>): FirmPanel | undefined {
  const panel = textOf(row.FIRM_PAN, 30);
  if (!panel) return undefined;
  return defined({
    panel,
    effectiveOn: dayOfEpoch(row.EFF_DATE),
    panelType: textOf(row.PANEL_TYP, 80),
    notPrintedBecause: textOf(row.PNP_REASON, 120),
  });
}

export function toRevision(row: z.infer<typeof LomrAttributes>): MapRevision | undefined {
  const caseNumber = textOf(row.CASE_NO, 40);
  if (!caseNumber) return undefined;
  return defined({ caseNumber, effectiveOn: dayOfEpoch(row.EFF_DATE), status: textOf(row.STATUS, 40) });
}

export function toCommunity(row: z.infer<typeof CommunityAttributes>): Community | undefined {
  const name = textOf(row.POL_NAME1, 120);
  return name ? defined({ name, communityId: textOf(row.CID, 12) }) : undefined;
}

export function toAmendment(row: z.infer<typeof LomaAttributes>): MapAmendment | undefined {
  const caseNumber = textOf(row.CASENUMBER, 40);
  if (!caseNumber) return undefined;
  return defined({
    caseNumber,
    kind: textOf(row.PROJECTCATEGORY, 20),
    date: dayOfEpoch(row.DATEENDED),
    status: textOf(row.STATUS, 40),
    outcome: textOf(row.OUTCOME, 80),
    revalidation: textOf(row.REVAL_STAT, 60),
  });
}

export function toElevationLine(row: z.infer<typeof ElevationLineAttributes>): ElevationLine | undefined {
  const elevation = numberOf(row.ELEV);
  if (elevation === undefined) return undefined;
  return defined({
    elevation,
    lengthUnit: textOf(row.LEN_UNIT, 20)?.toLowerCase(),
    verticalDatum: textOf(row.V_DATUM, 20),
  });
}
