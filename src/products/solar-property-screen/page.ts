import {
  type Block,
  type Cell,
  item,
  list,
  muted,
  plain,
  type ReportDocument,
  run,
  section,
  table,
  text,
} from '../../reports/document.ts';
import type { ReportFact, SectionCitation } from '../../reports/sections.ts';
import { grouped, valueText } from '../../reports/values.ts';
import { dayOf, webAddress } from '../../reports/words.ts';
import type { SoldCopy } from '../shared/copies/names.ts';
import { factBlocks } from '../shared/document/facts.ts';
import { soldPage, soldView } from '../shared/document/page.ts';
import type { View } from '../shared/document/view.ts';
import type { ScreenBody } from './schema.ts';

const isSolarScreen = (body: SoldCopy['body']): body is ScreenBody & SoldCopy['body'] =>
  [body.roof, body.reference].every((part) => typeof part === 'object' && part !== null && 'citation' in part);

type Value = ReportFact['value'] | undefined;

const factsOf = (
  citation: SectionCitation,
  values: readonly (readonly [label: string, value: Value, unit?: string])[],
): ReportFact[] =>
  values.flatMap(([label, value, unit]) =>
    value === undefined ? [] : [{ id: label, label, value, ...(unit !== undefined && { unit }), citation }],
  );

const compass = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'] as const;
/** The direction that a plane faces; a flat one faces none. */
const facing = ({ azimuthDegrees, pitchDegrees }: ScreenBody['roof']['segments'][number]) =>
  pitchDegrees < 1 ? 'flat' : `${compass[Math.round(azimuthDegrees / 45) % compass.length]} (${azimuthDegrees}°)`;

const leftOut = (count: number | undefined, words: string): Block[] =>
  count ? [text(`${count} ${words}`, 'note')] : [];

const segmentTable = ({ segments, leftOutCount, citation }: ScreenBody['roof'], view: View): Block[] => [
  ...table(
    'Planes of the roof, the largest first',
    segments,
    [
      ['Plane', 10, (_, at) => String(at + 1)],
      ['Faces', 28, facing],
      ['Pitch', 16, ({ pitchDegrees }) => `${pitchDegrees}°`],
      ['Area', 20, ({ areaSquareMeters }) => `${grouped(areaSquareMeters)} m²`],
      ['Sunshine, median', 26, ({ sunshineHoursPerYear }) => `${grouped(sunshineHoursPerYear)} h a year`],
    ],
    { source: [view.marks.of(citation)], grid: true },
  ),
  ...leftOut(segments.length > 0 ? leftOutCount : 0, 'smaller planes are not shown.'),
];

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** Two half years below each other, so that the months fit a sheet and a phone. */
const monthTable = ({ acMonthlyKwh, citation }: NonNullable<ScreenBody['reference']>, view: View): Block[] =>
  [0, 6].flatMap((from) =>
    table(
      `Modeled energy by month in kWh, ${months[from]} to ${months[from + 5]}`,
      [acMonthlyKwh.slice(from, from + 6)],
      months.slice(from, from + 6).map((title, at) => [title, 16, (values) => grouped(values[at] ?? 0)]),
      { ...(from === 0 && { source: [view.marks.of(citation)] }), grid: true },
    ),
  );

function referenceBlocks(reference: ScreenBody['reference'], view: View): Block[] {
  if (!reference) return [];
  const { systemKw, azimuthDegrees, tiltDegrees, lossesPercent, acAnnualKwh, weather, citation } = reference;
  return [
    ...factBlocks(
      {
        id: 'reference',
        facts: factsOf(citation, [
          ['Size of the system', systemKw, 'kW'],
          ['Modeled energy in a typical year', acAnnualKwh, 'kWh'],
          ['Sunlight on its panels', reference.solarRadiationKwhPerSquareMeterDay, 'kWh/m² a day'],
          ['Share of what it could bring around the clock', reference.capacityFactorPercent, 'percent'],
          ['Faces, tilt, losses', `${azimuthDegrees}° (south), ${tiltDegrees}°, ${lossesPercent} %`],
          ['Weather of', weather?.source],
          ['Distance to where that weather is of', weather?.distanceMeters, 'm'],
        ]),
      },
      view,
    ),
    ...monthTable(reference, view),
  ];
}

function priceBlocks({ price, arithmetic }: ScreenBody, view: View): Block[] {
  if (!price) return [];
  const facts = factsOf(price.citation, [
    [`Average residential price in ${price.state}, ${price.period}`, price.centsPerKilowattHour, 'cents per kWh'],
    ['State follows from ZIP', price.zip],
  ]);
  const stated = factBlocks({ id: 'price', facts }, view);
  if (!arithmetic) return stated;
  const { acAnnualKwh, centsPerKilowattHour, productUsd } = arithmetic;
  const product = productUsd.toLocaleString('en-US', { minimumFractionDigits: 2 });
  return [
    ...stated,
    text([
      run('Arithmetic: ', 'strong'),
      run(`${grouped(acAnnualKwh)} kWh × ${centsPerKilowattHour} cents = $${product}. `),
      run('The two multiplied, and nothing else: no saving, no bill and no payback.', 'muted'),
    ]),
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

function tariffBlocks({ tariffs = [], tariffsLeftOutCount }: ScreenBody, view: View): Block[] {
  return [
    ...table(
      'Open residential tariffs at the point',
      tariffs,
      [
        ['Utility', 24, ({ utility }) => utility],
        [
          'Tariff',
          32,
          ({ name, citation }) => [[run(name, undefined, webAddress(citation.recordUrl)), view.marks.of(citation)]],
        ],
        ['Holds since', 12, ({ startsOn }) => dayOf(startsOn)],
        ['Fixed charge', 12, chargeWords],
        ['Energy', 20, energyWords],
      ],
      { quiet: true, named: true },
    ),
    ...leftOut(tariffsLeftOutCount, 'further open tariffs are not shown.'),
  ];
}

const methods: Readonly<Record<ScreenBody['subject']['roofMatch']['method'], string>> = {
  parcel_outline: "the center of the building lies in the parcel's outline",
  distance_and_postal_code: 'the building is next to the point of the address and carries its ZIP',
};

const placeBlocks = ({ address, resolved, parcelId, roofMatch }: ScreenBody['subject']): Block[] =>
  list([
    ...item('Asked for', address, 'quote'),
    ...item('Matched as', resolved, 'strong'),
    ...item('Parcel', parcelId, 'strong'),
    [[run('The building is this one because ', 'muted'), run(methods[roofMatch.method], 'strong')]],
    ...item('From the point to the center of the building', `${roofMatch.distanceMeters} m`, 'strong'),
  ]);

const roofBlocks = (roof: ScreenBody['roof'], view: View): Block[] => [
  ...factBlocks(
    {
      id: 'roof',
      facts: factsOf(roof.citation, [
        ['Day of the imagery', roof.imageryDate && dayOf(roof.imageryDate)],
        ["Quality of the imagery, in the provider's word", roof.imageryQuality],
        ['Roof area', roof.roofAreaSquareMeters, 'm²'],
        ['Panels that the model places', roof.maxPanelsCount],
        ['Panel that it places', roof.panelCapacityWatts, 'W'],
        ['Area of those panels', roof.maxArrayAreaSquareMeters, 'm²'],
        ['Sunshine at the sunniest point', roof.maxSunshineHoursPerYear, 'h a year'],
      ]),
    },
    view,
  ),
  ...segmentTable(roof, view),
];

/** One roof, the reference system beside it, price and tariffs. */
export function solarPage(copy: SoldCopy): ReportDocument | undefined {
  const { body } = copy;
  if (!isSolarScreen(body)) return undefined;
  const { summary, subject, roof, licensed, nextChecks, caveats, sources, composeStatus } = body;
  const view = soldView(copy, sources, subject);
  return soldPage(copy, view, {
    title: subject.address,
    notice: composeStatus === 'degraded' && plain('Not all of the official part could be read.'),
    summary,
    inShort: placeBlocks(subject),
    opening: section('roof', 'The roof, as the provider models it', roofBlocks(roof, view)),
    sections: [
      ...section('reference', 'A reference system at this place', referenceBlocks(body.reference, view)),
      ...section('price', 'Published price of electricity', priceBlocks(body, view)),
      ...section('tariffs', 'Open tariffs at the point', tariffBlocks(body, view)),
    ],
    licensed: { title: 'Licensed part', parts: licensed },
    nextChecks,
    limits: caveats,
  });
}
