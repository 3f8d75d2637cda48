import { z } from 'zod';
import type { PartReading } from '../../answers/ask-tools.ts';
import type { Finding } from '../../findings/finding.ts';
import { recordFindings } from '../../findings/records.ts';
import { defined } from '../../kernel/defined.ts';
import { isAnswered } from '../../kernel/state.ts';
import type { Subject } from '../../kernel/subject.ts';
import { RecordEntrySchema, type ReportFact, ReportFactSchema } from '../../reports/sections.ts';
import { VisualSchema, VisualStatusSchema } from '../../reports/visual/schema.ts';
import { factsOf, sectionCitation } from '../shared/compose/facts.ts';
import { parcelEntries } from '../shared/on-parcel/entries.ts';
import { parcelFields } from '../shared/parcel-fields.ts';
import { exemptFindings, partOf, statedOfPlace } from '../shared/parcel-record.ts';
import type { PacketReadings } from './gather.ts';

export const packetFields = {
  subjectFacts: z
    .array(ReportFactSchema)
    .describe('The property in short: what its record, its zoning and the mapped areas on its outline state'),
  onParcel: z
    .array(RecordEntrySchema)
    .describe("Records that carry the parcel's own number or address, of all dates, newest first"),
  onParcelSearched: z.array(z.string()).describe('The registers that were queried for them, by number or address'),
  zoningText: z
    .array(z.strictObject({ name: z.string(), url: z.url() }))
    .describe('Official pages on which the text of the district is published; not read'),
  visual: VisualSchema.optional().describe('Annotated aerial photograph with the outline of the parcel'),
  visualStatus: VisualStatusSchema.optional().describe('Why there is no picture, where there is none'),
};

const body = z.strictObject(packetFields);
export type PacketFields = z.infer<typeof body>;

const ofRecord = () =>
  parcelFields()
    .filter(({ inShort }) => inShort !== undefined)
    .toSorted((a, b) => (a.inShort ?? 0) - (b.inShort ?? 0))
    .map(({ field }) => field);

const ofMaps = [
  [
    'flood_zone',
    ['specialFloodHazardArea', 'specialFloodHazardAreaOnParcel.extent', 'specialFloodHazardAreaOnParcel.sharePercent'],
  ],
  ['wetland_context', ['mappedAtPoint', 'wetlandOnParcel.extent', 'wetlandOnParcel.sharePercent']],
] as const;

const Districts = z.array(z.looseObject({ code: z.string(), label: z.string().optional(), citation: z.string() }));

/** The district at the point as one fact; its parts of the parcel stand in the section. */
function districtFacts(zoning: PartReading | undefined): readonly ReportFact[] {
  const rows = Districts.safeParse(zoning?.answer.facts?.districts);
  return (rows.success ? rows.data : []).flatMap(({ code, label, citation }, at) => {
    const cited = zoning?.answer.citations[citation];
    if (!cited) return [];
    const id = `svc_zoning.districts.${at + 1}.code`;
    return [
      { id, label: 'Zoning district', value: code, ...(label && { note: label }), citation: sectionCitation(cited) },
    ];
  });
}

function subjectFacts(readings: readonly PartReading[], subject: Subject): ReportFact[] {
  const ofPlace = statedOfPlace(readings, subject);
  const stated = (section: string, names: readonly string[]) => {
    const reading = partOf(ofPlace, section);
    const facts = reading ? factsOf(reading.answer, reading.tool).facts : [];
    return names.flatMap((name) => facts.filter(({ id }) => reading && id === `${reading.tool}.${name}`));
  };
  const mapped = ofMaps.flatMap(([section, names]) => stated(section, names));
  return [...stated('parcel_lookup', ofRecord()), ...districtFacts(partOf(ofPlace, 'zoning')), ...mapped];
}

const OfficialLeads = z.array(z.looseObject({ kind: z.literal('official'), name: z.string(), url: z.url() }));
const Leads = z.array(z.looseObject({ kind: z.string(), level: z.string() }));

function zoningText(readings: readonly PartReading[]): PacketFields['zoningText'] {
  const zoning = partOf(readings, 'zoning');
  const [first] = zoning?.answer.verifyNext ?? [];
  const leads = Leads.safeParse(partOf(readings, 'ordinance_leads')?.answer.facts?.leads);
  const local = (leads.success ? leads.data : []).filter(({ kind, level }) => kind === 'official' && level !== 'state');
  const pages = OfficialLeads.safeParse(local);
  const all = [
    ...(zoning?.answer.facts && first?.url ? [{ name: first.with, url: first.url }] : []),
    ...(pages.success ? pages.data.map(({ name, url }) => ({ name, url })) : []),
  ];
  return [...new Map(all.map((page) => [page.url, page])).values()];
}

/** What stands out beyond the rules over the answers. */
export const packetFindings = (
  readings: readonly PartReading[],
  { exact }: PacketReadings,
  subject: Subject,
): readonly Finding[] => [...exemptFindings(readings, subject), ...recordFindings(subject, parcelEntries(exact))];

/** What the packet says besides its sections. Pure. */
export function packetFieldsOf(
  readings: readonly PartReading[],
  { exact, picture: { visual, status } }: PacketReadings,
  subject: Subject,
): PacketFields {
  return {
    subjectFacts: subjectFacts(readings, subject),
    onParcel: [...parcelEntries(exact)],
    onParcelSearched: [
      ...new Set(exact.filter(({ state }) => isAnswered(state)).map(({ configured }) => configured.source.name)),
    ],
    zoningText: zoningText(readings),
    ...defined({ visual, visualStatus: status }),
  };
}
