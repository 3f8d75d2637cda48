import { type Block, type Cell, type Line, muted, plain, type ReportDocument, run } from '../../../reports/document.ts';
import type { ReportFact, SectionCitation } from '../../../reports/sections.ts';
import { grouped, valueText } from '../../../reports/values.ts';
import { dayOf, readable, sourceLine, webAddress } from '../../../reports/words.ts';
import type { SoldCopy } from '../../shared/copies/sold-copy.ts';
import type { ScreenBody } from '../../solar-property-screen/schema.ts';
import { licensedBlocks, licensedSentence } from './licensed.ts';
import { appendixSections, nextSection, section } from './parts.ts';
import { factTable } from './tables.ts';

/** A body that is one roof beside a reference system. */
export const isSolarScreen = (body: SoldCopy['body']): body is ScreenBody & SoldCopy['body'] =>
  [body.roof, body.reference].every((part) => typeof part === 'object' && part !== null && 'citation' in part);

type Value = ReportFact['value'] | undefined;

/** Values of one source, those that are there. */
const factsOf = (
  citation: SectionCitation,
  values: readonly (readonly [label: string, value: Value, unit?: string])[],
): ReportFact[] =>
  values.flatMap(([label, value, unit]) =>
    value === undefined ? [] : [{ id: label, label, value, ...(unit !== undefined && { unit }), citation }],
  );

const sourceWords = (citation: SectionCitation): Line => [run('Source: ', 'muted'), ...sourceLine(citation)];

const sourceOf = (citation: SectionCitation): Block => ({ kind: 'text', tone: 'note', line: sourceWords(citation) });

const compass = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const;
/** The direction that a plane faces; a flat one faces none. */
const facing = ({ azimuthDegrees, pitchDegrees }: ScreenBody['roof']['segments'][number]) =>
  pitchDegrees < 1 ? 'flat' : `${compass[Math.round(azimuthDegrees / 45) % compass.length]} (${azimuthDegrees}°)`;

function segmentTable({ segments, leftOutCount, citation }: ScreenBody['roof']): Block[] {
  if (segments.length === 0) return [];
  const cell = (text: string): Cell => [plain(text)];
  return [
    {
      kind: 'table',
      caption: 'Planes of the roof, the largest first',
      source: sourceWords(citation),
      grid: true,
      columns: [
        { title: 'Plane', width: 10 },
        { title: 'Faces', width: 28 },
        { title: 'Pitch', width: 16 },
        { title: 'Area', width: 20 },
        { title: 'Sunshine, median', width: 26 },
      ],
      groups: [
        {
          rows: segments.map((segment, at) => [
            cell(String(at + 1)),
            cell(facing(segment)),
            cell(`${segment.pitchDegrees}°`),
            cell(`${grouped(segment.areaSquareMeters)} m²`),
            cell(`${grouped(segment.sunshineHoursPerYear)} h a year`),
          ]),
        },
      ],
    },
    ...(leftOutCount
      ? [{ kind: 'text' as const, tone: 'note' as const, line: plain(`${leftOutCount} smaller planes are not shown.`) }]
      : []),
  ];
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Two half years below each other, so that the months fit a sheet and a phone. */
function monthTable({ acMonthlyKwh, citation }: NonNullable<ScreenBody['reference']>): Block[] {
  return [0, 6].map((from) => ({
    kind: 'table',
    caption: `Modeled energy by month in kWh, ${months[from]} to ${months[from + 5]}`,
    ...(from === 0 && { source: sourceWords(citation) }),
    grid: true,
    columns: months.slice(from, from + 6).map((title) => ({ title, width: 16 })),
    groups: [{ rows: [acMonthlyKwh.slice(from, from + 6).map((value): Cell => [plain(grouped(value))])] }],
  }));
}

function referenceBlocks(reference: ScreenBody['reference']): Block[] {
  if (!reference) return [];
  const { systemKw, azimuthDegrees, tiltDegrees, lossesPercent, acAnnualKwh, weather, citation } = reference;
  return [
    factTable(
      factsOf(citation, [
        ['Size of the system', systemKw, 'kW'],
        ['Modeled energy in a typical year', acAnnualKwh, 'kWh'],
        ['Sunlight on its panels', reference.solarRadiationKwhPerSquareMeterDay, 'kWh/m² a day'],
        ['Share of what it could bring around the clock', reference.capacityFactorPercent, 'percent'],
        ['Faces, tilt, losses', `${azimuthDegrees}° (south), ${tiltDegrees}°, ${lossesPercent} %`],
        ['Weather of', weather?.source],
        ['Distance to where that weather is of', weather?.distanceMeters, 'm'],
      ]),
      'Reference system',
    ),
    ...monthTable(reference),
  ];
}

function priceBlocks({ price, arithmetic }: ScreenBody): Block[] {
  if (!price) return [];
  const facts = factsOf(price.citation, [
    [`Average residential price in ${price.state}, ${price.period}`, price.centsPerKilowattHour, 'cents per kWh'],
    ['State follows from ZIP', price.zip],
  ]);
  return [
    factTable(facts, 'Published price'),
    ...(arithmetic
      ? [
          {
            kind: 'text' as const,
            line: [
              run('Arithmetic: ', 'strong'),
              run(
                `${grouped(arithmetic.acAnnualKwh)} kWh × ${arithmetic.centsPerKilowattHour} cents = $${arithmetic.productUsd.toLocaleString('en-US', { minimumFractionDigits: 2 })}. `,
              ),
              run('The two multiplied, and nothing else: no saving, no bill and no payback.', 'muted'),
            ],
          },
        ]
      : []),
  ];
}

type Tariff = NonNullable<ScreenBody['tariffs']>[number];

/** "$/month" as it is said: "$14 a month"; any other unit as the database has it. */
function chargeWords({ fixedCharge }: Tariff): string {
  if (!fixedCharge) return 'Not entered';
  const { amountUsd, unit } = fixedCharge;
  const [, time] = /^\$\/(\w+)$/.exec(unit) ?? [];
  return time === undefined ? `${amountUsd} ${unit}` : `${valueText(amountUsd, 'USD')} a ${time}`;
}

function energyWords({ energyUsdPerKwh, periodsCount, tiersCount }: Tariff): Cell {
  if (!energyUsdPerKwh) return [muted('Not entered')];
  const { lowest, highest } = energyUsdPerKwh;
  const spread = lowest === highest ? `$${lowest}` : `$${lowest} to $${highest}`;
  const parts = [
    ...(periodsCount && periodsCount > 1 ? [`${periodsCount} periods`] : []),
    ...(tiersCount && tiersCount > 1 ? [`${tiersCount} tiers`] : []),
  ];
  return [[run(`${spread} per kWh`)], ...(parts.length > 0 ? [muted(parts.join(', '))] : [])];
}

function tariffBlocks({ tariffs = [], tariffsLeftOutCount }: ScreenBody): Block[] {
  const [first] = tariffs;
  if (!first) return [];
  const { recordId: _id, recordUrl: _url, ...source } = first.citation;
  return [
    sourceOf(source),
    {
      kind: 'table',
      caption: 'Open residential tariffs at the point',
      quiet: true,
      named: true,
      columns: [
        { title: 'Utility', width: 24 },
        { title: 'Tariff', width: 32 },
        { title: 'Holds since', width: 12 },
        { title: 'Fixed charge', width: 12 },
        { title: 'Energy', width: 20 },
      ],
      groups: tariffs.map((tariff) => ({
        rows: [
          [
            [plain(tariff.utility)],
            [[run(tariff.name, undefined, webAddress(tariff.citation.recordUrl))]],
            [plain(dayOf(tariff.startsOn))],
            [plain(chargeWords(tariff))],
            energyWords(tariff),
          ],
        ],
      })),
    },
    ...(tariffsLeftOutCount
      ? [
          {
            kind: 'text' as const,
            tone: 'note' as const,
            line: plain(`${tariffsLeftOutCount} further open tariffs are not shown.`),
          },
        ]
      : []),
  ];
}

const methods: Readonly<Record<ScreenBody['subject']['roofMatch']['method'], string>> = {
  parcel_outline: "the center of the building lies in the parcel's outline",
  distance_and_postal_code: 'the building is next to the point of the address and carries its ZIP',
};

function placeBlocks({ subject }: ScreenBody): Block {
  const { address, resolved, parcelId, roofMatch } = subject;
  const items: Cell[] = [
    [[run('Asked for: ', 'muted'), run(address, 'quote')]],
    ...(resolved ? [[[run('Matched as: ', 'muted'), run(resolved, 'strong')]]] : []),
    ...(parcelId ? [[[run('Parcel: ', 'muted'), run(parcelId, 'strong')]]] : []),
    [[run('The building is this one because ', 'muted'), run(methods[roofMatch.method], 'strong')]],
    [[run('From the point to the center of the building: ', 'muted'), run(`${roofMatch.distanceMeters} m`, 'strong')]],
  ];
  return { kind: 'list', ordered: false, items };
}

/** One roof, the reference system beside it, price and tariffs. */
export function solarDocument(copy: SoldCopy, body: ScreenBody): ReportDocument {
  const { summary, generatedAt, subject, roof, licensed, nextChecks, caveats, sources, composeStatus } = body;
  const missing: Block[] =
    composeStatus === 'degraded'
      ? [{ kind: 'text', tone: 'notice', line: plain('Not all of the official part could be read.') }]
      : [];
  return {
    kind: copy.title,
    title: subject.address,
    generatedAt,
    reportId: copy.id,
    meta: licensedSentence(licensed),
    opening: [
      ...section('in-short', 'In short', [
        ...missing,
        { kind: 'text', tone: 'lead', line: plain(readable(summary)) },
        placeBlocks(body),
      ]),
      ...section('roof', 'The roof, as the provider models it', [
        factTable(
          factsOf(roof.citation, [
            ['Day of the imagery', roof.imageryDate && dayOf(roof.imageryDate)],
            ["Quality of the imagery, in the provider's word", roof.imageryQuality],
            ['Roof area', roof.roofAreaSquareMeters, 'm²'],
            ['Panels that the model places', roof.maxPanelsCount],
            ['Panel that it places', roof.panelCapacityWatts, 'W'],
            ['Area of those panels', roof.maxArrayAreaSquareMeters, 'm²'],
            ['Sunshine at the sunniest point', roof.maxSunshineHoursPerYear, 'h a year'],
          ]),
          'Roof',
        ),
        ...segmentTable(roof),
      ]),
    ],
    sections: [
      ...section('reference', 'A reference system at this place', referenceBlocks(body.reference)),
      ...section('price', 'Published price of electricity', priceBlocks(body)),
      ...section('tariffs', 'Open tariffs at the point', tariffBlocks(body)),
      ...section('licensed', 'Licensed part', licensedBlocks(licensed)),
      ...nextSection(nextChecks),
      ...appendixSections(copy, { limits: caveats, sources }),
    ],
  };
}
