import { z } from 'zod';
import { inState } from '../../src/answers/in-state.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import type { FreeContext } from '../../src/catalog/context.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { atAddress, county } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { countyKey } from '../../src/geography/county-name.ts';
import {
  answerSchema,
  type Component,
  optionalRow,
  optionalRows,
  row,
  rows,
  type VerifyNext,
} from '../../src/kernel/answer.ts';
import { type AnswerBuilder, missWords } from '../../src/kernel/answer-builder.ts';
import type { Lookup } from '../../src/kernel/lookup.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { plainName } from '../../src/kernel/text.ts';
import { rowCitation, rowVerifications } from '../../src/rules/cited-row.ts';
import { type CoastalProgram, coastalPrograms, coastalStanding } from '../../src/rules/coastal-programs.ts';
import { limitOf } from '../../src/rules/limits.ts';
import { pointerChecks, pointerLimits, pointersFor, type RulePointer } from '../../src/rules/rule-pointers.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { evacuationZones, evacuationZonesAt } from '../../src/sources/fdem-evacuation-zones/client.ts';
import {
  type FloodZone,
  floodMapAt,
  floodZones,
  mapServiceCenterUrl,
  zoneLabel,
} from '../../src/sources/fema-nfhl/client.ts';
import { type BarrierUnit, barrierUnits, barrierUnitsAt } from '../../src/sources/usfws-cbrs/client.ts';

const zonesCard = sourceCard('fdem-evacuation-zones');
const nearbyMeters = 150;
const shown = 5;

const unit = barrierUnits.shape('barrierUnit', 'name', 'unitType');

const facts = z.strictObject({
  floodZones: rows({
    ...floodZones.shape('zone', 'subtype', 'meaning'),
    coastalWaveZone: z.boolean().describe('True for the zones that begin with V: coastal flood with wave action'),
  }).optional(),
  coastalBarrierUnits: rows(unit).optional().describe('Units mapped at the point'),
  coastalBarrierUnitsNearby: optionalRows('Further units near the point', { ...unit, withinMeters: z.number() }),
  stateProgram: row({ program: z.string(), statute: z.string(), verification: z.enum(rowVerifications) })
    .optional()
    .describe('State coastal program whose statute names the county; not whether it reaches the point'),
  evacuationZone: row(evacuationZones.shape('zone')).optional().describe('Evacuation zone of Florida at the point'),
  nationalProgram: optionalRow('How the state stands to the National Coastal Zone Management Program', {
    standing: z.enum(['participates', 'withdrew']),
    boundary: z.string().optional().describe('How far inland the zone of the state reaches, as NOAA words it'),
  }),
});

const programExtent = { area: 'the county', recordScope: 'counties that statutes of state coastal programs name' };

const determination: VerifyNext = {
  action: 'Obtain documentation of the Coastal Barrier Resources System for the property',
  with: 'US Fish and Wildlife Service',
  url: 'https://www.fws.gov/service/coastal-barrier-resources-system-property-documentation',
};

function leadOf({ stateCode, county: at }: Subject): CoastalProgram | undefined {
  const name = at && countyKey(at.name);
  const key = ({ namedBy }: CoastalProgram, listed: string) =>
    countyKey(namedBy === 'city' ? `${listed} city` : listed);
  return coastalPrograms.rows.find(
    (program) =>
      program.state === stateCode &&
      (program.namedBy === 'county' || program.namedBy === 'city') &&
      program.names.some((listed) => key(program, listed) === name),
  );
}

/** Whether the state takes part in the national program, as a fact beside the maps; nothing for a state without a coast. */
function nationalFact(answer: AnswerBuilder, { stateCode }: Subject) {
  const row = coastalStanding(stateCode);
  if (!row) return {};
  const { standing, boundary } = row;
  return { nationalProgram: { standing, boundary, citation: answer.cite(rowCitation(row)) } };
}

/** A statute that names the county adds to what the maps show; alone it is no answer about the point. */
function programBeside(answer: AnswerBuilder, lead: CoastalProgram | undefined, maps: readonly Lookup<unknown>[]) {
  if (!lead || maps.every(({ state }) => state === 'unavailable')) return undefined;
  return answer.addLookup({ state: 'found', data: lead, citation: rowCitation(lead) }, programExtent);
}

function floodWords(zones: readonly FloodZone[], { state }: Lookup<unknown>): string {
  if (zones.length > 0)
    return `flood ${[...new Set(zones.map(({ zone, subtype }) => zoneLabel(zone, subtype)))].join(' and ')}`;
  if (state === 'empty') return 'no flood zone';
  return state === 'not_covered' ? 'no digital flood map' : 'a flood map that could not be read';
}

function barrierWords(inside: readonly BarrierUnit[] | undefined, near: number, { state }: Lookup<unknown>): string {
  if (inside) return `coastal barrier unit ${inside.map(({ barrierUnit }) => barrierUnit).join(', ')}`;
  if (state !== 'empty') return 'coastal barrier maps that could not be read';
  return `no coastal barrier unit${near > 0 ? ` (${near} within ${nearbyMeters} m)` : ''}`;
}

const programComponent = (lead: CoastalProgram | undefined, countyWords: string): Component =>
  lead
    ? { state: 'found' }
    : {
        state: 'not_covered',
        reason: `no statute of the table (${[...new Set(coastalPrograms.rows.map(({ scope }) => scope.name))].join(', ')}) names ${countyWords}; other coasts have programs too`,
      };

const viewZone = (zone: FloodZone) => ({
  ...pickFields(zone, 'zone', 'subtype', 'meaning'),
  coastalWaveZone: /^V/i.test(zone.zone),
});

function programCheck(lead: CoastalProgram | undefined, pointers: readonly RulePointer[]): VerifyNext {
  if (lead)
    return {
      action: 'Ask whether the program applies and what it asks of this place',
      with: `${lead.program}, ${lead.scope.name}`,
      url: lead.page.url,
    };
  const [pointer] = pointerChecks(pointers);
  return (
    pointer ?? {
      action: 'Find the coastal management program of the state',
      with: 'NOAA Office for Coastal Management',
      url: 'https://coast.noaa.gov/czm/mystate/',
    }
  );
}

/** The evacuation zone at the point and the clause about it; nothing outside of Florida, where no state layer is read. */
async function evacuationZone({
  answer,
  sources,
  subject,
}: Pick<FreeContext<'point'>, 'answer' | 'sources' | 'subject'>) {
  const found = await inState(subject, 'FL', zonesCard.name, () => evacuationZonesAt(sources, subject));
  if (!found) return { words: '' };
  const cited = answer.addPart(
    'evacuationZone',
    { area: 'the point', recordScope: 'evacuation zones of Florida' },
    found,
  );
  const [first] = cited?.data ?? [];
  if (first && cited)
    return {
      row: { ...first, citation: cited.citation },
      words: `; evacuation zone ${plainName(first.zone) ?? 'not stated'}`,
    };
  return {
    words: missWords(found, { empty: '; in no evacuation zone', failed: '; evacuation zones could not be read' }),
  };
}

export default defineTool({
  title: 'Coastal overlays at an address',
  summary:
    'Coastal barrier units and flood zones mapped at a point, the evacuation zone in Florida, and the state program to ask.',
  whenToUse:
    'Does a federal coastal map cover this address, which evacuation zone is it in (Florida), and which program to ask?',
  notFor:
    'Not a setback or permit answer; all flood map details are svc_flood_zone, the county list svc_coastal_county_catalog.',
  sources: ['fema-nfhl', 'usfws-cbrs', 'fdem-evacuation-zones'],
  examples: [
    { title: 'At an address', arguments: { address: '140 Lameuse St, Biloxi, MS 39530' } },
    { title: 'At a point', arguments: { latitude: 34.7182, longitude: -76.6639, county: 'Carteret' } },
  ],
  input: atAddress({
    county: county
      .optional()
      .describe('County of the place as the caller knows it, such as Carteret; held against the county of the point'),
  }),
  output: answerSchema({ facts, components: true }),
  async run(ctx, { county: given }) {
    const { subject, sources, answer } = ctx;
    const [flood, atPoint, nearby] = await Promise.all([
      floodMapAt(sources, subject, nearbyMeters),
      barrierUnitsAt(sources, subject),
      barrierUnitsAt(sources, subject, nearbyMeters),
    ]);
    const map = answer.addPart('floodMap', { area: 'the point', recordScope: 'effective flood hazard zones' }, flood);
    const inside = answer.addPart(
      'coastalBarriers',
      { area: 'the point', recordScope: 'coastal barrier units' },
      atPoint,
    );
    const around = answer.addLookup(nearby, {
      area: `within ${nearbyMeters} m of the point`,
      recordScope: 'coastal barrier units',
    });
    const own = new Set(inside?.data.map(({ barrierUnit }) => barrierUnit));
    const near = (around?.data ?? []).filter(({ barrierUnit }) => !own.has(barrierUnit));
    const zones = map?.data.zones ?? [];
    const lead = leadOf(subject);
    const program = programBeside(answer, lead, [flood, atPoint, nearby]);
    const evacuation = await evacuationZone(ctx);
    const pointers = lead ? [] : pointersFor(coastalPrograms.id, subject);
    const countyWords = [subject.county?.name, subject.stateCode].filter(Boolean).join(', ') || 'this county';
    const mismatch =
      given !== undefined && subject.county && countyKey(given.split(',')[0] ?? '') !== countyKey(subject.county.name);

    return answer.finish({
      summary: `Two federal maps at ${placeWords(subject)} give ${floodWords(zones, flood)} and ${barrierWords(inside?.data, near.length, atPoint)}; ${
        lead ? `the statute of ${lead.program} names ${countyWords}` : 'no state program was read for the county'
      }${evacuation.words}.`,
      facts: {
        floodZones: citedRows(zones, map?.citation, shown, viewZone),
        coastalBarrierUnits: citedRows(inside?.data, inside?.citation, shown),
        coastalBarrierUnitsNearby: citedRows(near, around?.citation, shown, (entry) => ({
          ...entry,
          withinMeters: nearbyMeters,
        })),
        stateProgram: program && {
          program: program.data.program,
          statute: program.data.statute ?? program.data.page.name,
          verification: program.data.verification,
          citation: program.citation,
        },
        evacuationZone: evacuation.row,
        ...((map || inside || around || program) && nationalFact(answer, subject)),
      },
      components: { stateProgram: programComponent(lead, countyWords) },
      limits: [
        ...pointerLimits(pointers),
        evacuation.row && limitOf('coastal-county-overlays.florida'),
        mismatch && `The county given is not the county of the point, ${countyWords}, for which this was read.`,
        subject.precision === 'address' && limitOf('address.along_street'),
      ],
      verifyNext: [
        (inside || near.length > 0) && determination,
        programCheck(lead, pointers),
        { action: 'Open the official flood map', with: 'FEMA Flood Map Service Center', url: mapServiceCenterUrl },
      ],
    });
  },
});
