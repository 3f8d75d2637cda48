import { z } from 'zod';
import { rows } from '../kernel/answer.ts';
import type { DetailedFloodMap, FloodZone, MapAmendment, MapRevision } from '../sources/fema-nfhl/client.ts';
import type { CommunityStatus } from '../sources/openfema/community-status.ts';
import type { BarrierDates, BarrierUnit } from '../sources/usfws-cbrs/client.ts';

/** Fields of FEMA form 086-0-32, sections A to C, that public sources can fill, in the order of the form. */
export const formFields = {
  'A.1': 'NFIP community name',
  'A.2': 'County',
  'A.3': 'State',
  'A.4': 'NFIP community number',
  'B.1': 'NFIP map or community-panel number',
  'B.2': 'Map panel effective or revised date',
  'B.3': 'Letter of map change: date and case number',
  'B.4': 'Flood zone',
  'C.1': 'Federal flood insurance available: community participation and program',
  'C.3': 'Coastal Barrier Resources Area or Otherwise Protected Area, designation date',
} as const;

export type FormField = keyof typeof formFields;

/** Lines of the form: what a source publishes for a field, or what it does not publish. */
export const formLines = rows({
  field: z.enum(Object.keys(formFields) as [FormField, ...FormField[]]).describe('Section and number on the form'),
  name: z.string(),
  value: z.string().optional().describe('As published; absent where the source publishes nothing for the field'),
  note: z.string().optional(),
});
export type FormLine = z.infer<typeof formLines>[number];

type Line = Omit<FormLine, 'name' | 'citation'>;

const panelsShown = 3;
const lettersShown = 3;
const zonesShown = 4;

const lines = (citation: string, given: readonly Line[]): readonly FormLine[] =>
  given.map((line) => ({ ...line, name: formFields[line.field], citation }));

/** A line with its value, or with why it has none. */
const stated = (field: FormField, value: string | undefined, none: string): Line =>
  value ? { field, value } : { field, note: none };

const joined = (parts: readonly (string | false | undefined)[]) => parts.filter(Boolean).join('; ') || undefined;

function zoneLine(zone: FloodZone): Line {
  const { subtype, specialFloodHazardArea: inside, baseFloodElevation, depth, lengthUnit, verticalDatum } = zone;
  const unit = [lengthUnit ?? '(unit not stated)', verticalDatum].filter(Boolean).join(' ');
  const flag = inside === undefined ? 'not stated' : inside ? 'yes' : 'no';
  return {
    field: 'B.4',
    value: `${zone.zone}${subtype ? ` (${subtype})` : ''}`,
    note: joined([
      `FEMA flags it as special flood hazard area: ${flag}`,
      baseFloodElevation !== undefined && `base flood elevation ${baseFloodElevation} ${unit}`,
      depth !== undefined && `depth ${depth} ${unit}`,
    ]),
  };
}

const revisionLine = ({ caseNumber, effectiveOn, status }: MapRevision): Line => ({
  field: 'B.3' as const,
  value: [`LOMR ${caseNumber}`, effectiveOn].filter(Boolean).join(', '),
  note: joined(['covers the point', status && `status ${status}`]),
});

const amendmentLine = ({ caseNumber, kind, date, outcome, revalidation }: MapAmendment, meters: number): Line => ({
  field: 'B.3' as const,
  value: [`${kind ?? 'letter'} ${caseNumber}`, date].filter(Boolean).join(', '),
  note: joined([`within ${meters} m; which property it names is in the letter`, outcome, revalidation]),
});

function letterLines({ revisions, amendments }: DetailedFloodMap, meters: number): readonly Line[] {
  const letters = [
    ...revisions.slice(0, lettersShown).map(revisionLine),
    ...amendments.slice(0, lettersShown).map((letter) => amendmentLine(letter, meters)),
  ];
  const more = revisions.length + amendments.length - letters.length;
  if (letters.length === 0)
    return [{ field: 'B.3', note: `no revision covers the point and no amendment was placed within ${meters} m` }];
  return more > 0 ? [...letters, { field: 'B.3', note: `${more} further letters` }] : letters;
}

function panelLines({ panels }: DetailedFloodMap): readonly Line[] {
  if (panels.length === 0)
    return [
      { field: 'B.1', note: 'the map names no panel at the point' },
      { field: 'B.2', note: 'the zone has no date of its own' },
    ];
  return panels.slice(0, panelsShown).flatMap(({ panel, effectiveOn, panelType, notPrintedBecause }): Line[] => {
    const suffix = /\d([A-Z])$/.exec(panel)?.[1];
    return [
      {
        field: 'B.1' as const,
        value: panel,
        note: joined([suffix && `suffix ${suffix}`, panelType, notPrintedBecause]),
      },
      stated('B.2', effectiveOn, 'no date published for the panel'),
    ];
  });
}

/** Section B as the effective map gives it; `meters` is how far letters about single properties were searched. */
export const mapLines = (map: DetailedFloodMap, meters: number, citation: string): readonly FormLine[] =>
  lines(citation, [...panelLines(map), ...letterLines(map, meters), ...map.zones.slice(0, zonesShown).map(zoneLine)]);

export const mappedCommunityLines = (
  { name, communityId }: { readonly name: string; readonly communityId?: string },
  citation: string,
): readonly FormLine[] =>
  lines(citation, [{ field: 'A.1', value: name }, stated('A.4', communityId, 'the map gives the community no number')]);

function availabilityLine(status: CommunityStatus): Line {
  const { participating, program, entered, sanction, sanctioned } = status;
  if (participating)
    return {
      field: 'C.1' as const,
      value: program ? `community participates, ${program} Program` : 'community participates',
      note: program ? `since ${entered}` : 'the book gives no day of entry',
    };
  return {
    field: 'C.1' as const,
    value: 'community does not participate (field C.2)',
    note: joined([
      sanction && sanction !== 'not stated' && `listed as ${sanction}`,
      sanctioned && `since ${sanctioned}`,
    ]),
  };
}

/** County, state and participation as the status book lists the community. */
export const bookLines = (status: CommunityStatus, citation: string): readonly FormLine[] =>
  lines(citation, [
    stated('A.2', status.county, 'the book names no county'),
    stated('A.3', status.state, 'the book names no state'),
    availabilityLine(status),
  ]);

/** Where the book has no community of the number that the map gives. */
export const notInBookLine = (communityId: string, citation: string): readonly FormLine[] =>
  lines(citation, [{ field: 'C.1', note: `the status book lists no community ${communityId}` }]);

/** Units of the Coastal Barrier Resources System at the point, with the days of prohibition where the layer gave them. */
export function barrierLines(
  units: readonly BarrierUnit[],
  dates: readonly BarrierDates[] | undefined,
  citation: string,
): readonly FormLine[] {
  if (units.length === 0) return lines(citation, [{ field: 'C.3', value: 'no unit mapped at the point' }]);
  // the layer of dates does not name the unit: with several units at a point it stays open which date is whose
  const alone = units.length === 1 && dates?.length === 1 ? dates[0] : undefined;
  const day = alone?.systemUnit ?? alone?.insuranceProhibited;
  return lines(
    citation,
    units.slice(0, 3).map(({ barrierUnit, unitType }) => ({
      field: 'C.3' as const,
      value: [`unit ${barrierUnit}`, unitType, day].filter(Boolean).join(', '),
      note: joined([
        alone?.systemUnit && `System Unit since ${alone.systemUnit}`,
        alone?.insuranceProhibited && `new federal flood insurance prohibited from ${alone.insuranceProhibited}`,
        !day && 'designation date not read from the layer of prohibitions',
      ]),
    })),
  );
}

/** Lines in the order of the form. */
export const inFormOrder = (given: readonly FormLine[]): readonly FormLine[] => {
  const order = Object.keys(formFields);
  return given.toSorted((a, b) => order.indexOf(a.field) - order.indexOf(b.field));
};

/** Fields of the form that no line fills. */
export const unfilled = (given: readonly FormLine[]): readonly FormField[] =>
  (Object.keys(formFields) as FormField[]).filter(
    (field) => !given.some((line) => line.field === field && line.value !== undefined),
  );
