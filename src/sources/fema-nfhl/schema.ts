import { z } from 'zod';

const text = z.string().nullish();
const number = z.number().nullish();

/** Layer 28, flood hazard zones. `-9999` stands for "not set" in every number. */
export const ZoneAttributes = z.looseObject({
  FLD_ZONE: z.string(),
  ZONE_SUBTY: text,
  SFHA_TF: text,
  STATIC_BFE: number,
  V_DATUM: text,
  DEPTH: number,
  LEN_UNIT: text,
  VELOCITY: number,
  VEL_UNIT: text,
  DFIRM_ID: text,
  FLD_AR_ID: text,
  STUDY_TYP: text,
});

/** Layer 3, map panels. Dates are epoch milliseconds. */
export const PanelAttributes = z.looseObject({ FIRM_PAN: text, EFF_DATE: number, PANEL_TYP: text, PNP_REASON: text });

/** Layer 1, letters of map revision. */
export const LomrAttributes = z.looseObject({ CASE_NO: text, EFF_DATE: number, STATUS: text });

/** Layer 22, political jurisdictions. */
export const CommunityAttributes = z.looseObject({ POL_NAME1: text, CID: text });

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
export const communityFields = ['POL_NAME1', 'CID'] as const;
