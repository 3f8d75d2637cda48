import { z } from 'zod';
import { nullableText } from '../shared/fields.ts';

const number = z.number().nullish();

/** Layer 28, flood hazard zones. `-9999` stands for "not set" in every number. */
export const ZoneAttributes = z.looseObject({
  FLD_ZONE: z.string(),
  ZONE_SUBTY: nullableText,
  SFHA_TF: nullableText,
  STATIC_BFE: number,
  V_DATUM: nullableText,
  DEPTH: number,
  LEN_UNIT: nullableText,
  VELOCITY: number,
  VEL_UNIT: nullableText,
  DFIRM_ID: nullableText,
  FLD_AR_ID: nullableText,
  STUDY_TYP: nullableText,
});

/** Layer 3, map panels. Dates are epoch milliseconds. */
export const PanelAttributes = z.looseObject({
  FIRM_PAN: nullableText,
  EFF_DATE: number,
  PANEL_TYP: nullableText,
  PNP_REASON: nullableText,
});

/** Layer 1, letters of map revision. */
export const LomrAttributes = z.looseObject({ CASE_NO: nullableText, EFF_DATE: number, STATUS: nullableText });

/** Layer 34, letters of map amendment and based on fill. The name of the project can be that of a person and is not asked. */
export const LomaAttributes = z.looseObject({
  CASENUMBER: nullableText,
  PROJECTCATEGORY: nullableText,
  DATEENDED: number,
  STATUS: nullableText,
  OUTCOME: nullableText,
  REVAL_STAT: nullableText,
});

/** Layer 16, lines of one base flood elevation. */
export const ElevationLineAttributes = z.looseObject({ ELEV: number, LEN_UNIT: nullableText, V_DATUM: nullableText });

/** Layer 22, political jurisdictions. */
export const CommunityAttributes = z.looseObject({ POL_NAME1: nullableText, CID: nullableText });

export const zoneFields = [
  'FLD_ZONE',
  'ZONE_SUBTY',
  'SFHA_TF',
  'STATIC_BFE',
  'V_DATUM',
  'DEPTH',
  'LEN_UNIT',
  'VELOCITY',
  'VEL_UNIT',
  'DFIRM_ID',
  'FLD_AR_ID',
  'STUDY_TYP',
] as const;
export const panelFields = ['FIRM_PAN', 'EFF_DATE', 'PANEL_TYP', 'PNP_REASON'] as const;
export const lomrFields = ['CASE_NO', 'EFF_DATE', 'STATUS'] as const;
export const lomaFields = ['CASENUMBER', 'PROJECTCATEGORY', 'DATEENDED', 'STATUS', 'OUTCOME', 'REVAL_STAT'] as const;
export const elevationLineFields = ['ELEV', 'LEN_UNIT', 'V_DATUM'] as const;
export const communityFields = ['POL_NAME1', 'CID'] as const;
