import { z } from 'zod';
import { code, computed, day, flag, id, number, type RowOf, table, text } from '../../fields/define.ts';
import { legendOf } from '../../fields/legends.ts';
import { numberOf } from '../../fields/numbers.ts';
import { textOf } from '../../kernel/text.ts';

/**
 * What FEMA's zone letters stand for, in FEMA's terms. X is explained by its subtype alone: minimal hazard, 0.2% annual
 * chance, levee and others share the letter.
 */
const zoneMeanings = legendOf('fema-nfhl', 'FLD_ZONE');

const verticalDatum = text('V_DATUM', { maxLength: 20, description: 'Datum of the base flood elevation' });
const lengthUnit = text('LEN_UNIT', { maxLength: 20, format: 'lowerCase' });
const status = text('STATUS', { maxLength: 40 });

/** Layer 28, flood hazard zones; -9999 stands for "not set" in every number. */
export const floodZones = table('fema-nfhl', {
  zone: code('FLD_ZONE', {
    maxLength: 40,
    required: true,
    description: 'Zone letters as FEMA maps them, for example AE or X',
  }),
  meaning: code('FLD_ZONE', { legend: zoneMeanings, closed: true }),
  subtype: text('ZONE_SUBTY', { maxLength: 120 }),
  floodway: computed(['ZONE_SUBTY'], z.boolean(), ([subtype]) => /\bFLOODWAY\b/i.test(textOf(subtype) ?? ''), {
    required: true,
  }),
  specialFloodHazardArea: flag('SFHA_TF', {
    description: "FEMA's own flag of the zone; absent where FEMA sets none",
  }),
  baseFloodElevation: number('STATIC_BFE'),
  verticalDatum,
  depth: number('DEPTH'),
  lengthUnit,
  velocity: computed(['VELOCITY', 'VEL_UNIT'], z.string(), ([speed, unit]) => {
    const value = numberOf(speed);
    return value === undefined ? undefined : `${value} ${textOf(unit, 20)?.toLowerCase() ?? '(unit not stated)'}`;
  }),
  floodAreaId: id('FLD_AR_ID', { maxLength: 40 }),
  studyType: text('STUDY_TYP', { maxLength: 60 }),
});
export type FloodZone = RowOf<typeof floodZones>;

/** Layer 3, panels of the flood insurance rate map. */
export const firmPanels = table('fema-nfhl', {
  panel: id('FIRM_PAN', { maxLength: 30, required: true }),
  effectiveOn: day('EFF_DATE', { means: 'effective' }),
  panelType: text('PANEL_TYP', { maxLength: 80 }),
  notPrintedBecause: text('PNP_REASON', { maxLength: 120 }),
});

/** Layer 1, letters of map revision. */
export const mapRevisions = table('fema-nfhl', {
  caseNumber: id('CASE_NO', { maxLength: 40, required: true }),
  effectiveOn: day('EFF_DATE', { means: 'effective', future: 'real' }),
  status,
});
export type MapRevision = RowOf<typeof mapRevisions>;

/**
 * Layer 34, letters about single properties: map amendments (LOMA), and revisions based on fill. The name of a project
 * can be that of a person and is not requested.
 */
export const mapAmendments = table('fema-nfhl', {
  caseNumber: id('CASENUMBER', { maxLength: 40, required: true }),
  kind: text('PROJECTCATEGORY', { maxLength: 20, description: 'LOMA, or a revision based on fill (LOMR-F)' }),
  date: day('DATEENDED', { means: 'determined' }),
  status,
  outcome: text('OUTCOME', { maxLength: 80, description: "FEMA's own words" }),
  revalidation: text('REVAL_STAT', {
    maxLength: 60,
    description: 'What became of the letter when the map was drawn anew',
  }),
});
export type MapAmendment = RowOf<typeof mapAmendments>;

/** Layer 16, lines of one base flood elevation; lines whose elevation is not set are drawn too. */
export const elevationLines = table('fema-nfhl', {
  elevation: number('ELEV'),
  lengthUnit,
  verticalDatum,
});
export type ElevationLine = RowOf<typeof elevationLines> & { readonly elevation: number };

/** Layer 22, political jurisdictions: communities of the National Flood Insurance Program. */
export const communities = table('fema-nfhl', {
  name: text('POL_NAME1', { maxLength: 120, required: true }),
  communityId: id('CID', { maxLength: 12 }),
});
export type Community = RowOf<typeof communities>;

/** Subtypes as the map writes them; other wording is shown in the facts and not repeated in a sentence. */
const subtypes = legendOf('fema-nfhl', 'ZONE_SUBTY');

/** A zone by the words of this legend alone: "Zone X (AREA OF MINIMAL FLOOD HAZARD)". */
export function zoneLabel(zone: string, subtype: string | undefined): string {
  const letters = zone.toUpperCase();
  const known = letters === 'X' || letters in zoneMeanings ? `Zone ${letters}` : 'a zone of another name';
  return subtype && subtype.toUpperCase() in subtypes ? `${known} (${subtype.toUpperCase()})` : known;
}
