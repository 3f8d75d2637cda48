import { groupBy } from '../kernel/group.ts';
import { wordsOf } from '../products/shared/compose/labels.ts';
import { readable } from '../reports/words.ts';
import { headings } from './coverage.ts';
import { html } from './dom.ts';
import { type Fields, fieldsOf, rowsOf, textOf, toolTitle } from './port.ts';
import type { Sources } from './sources.ts';
import { isState, stateWord } from './state.ts';
import { statedText, textOfValue } from './values.ts';

interface Value {
  readonly label: string;
  /** Paths into the facts: the first that the answer has. */
  readonly of: readonly string[];
  readonly unit?: string;
  /** Its note belongs to the figure: which kind of value it is. */
  readonly noted?: true;
}

type Line = readonly Value[];

const value = (label: string, ...of: string[]): Value => ({ label, of });

const placeLines: readonly Line[] = [
  [value('Parcel', 'parcel.parcelId'), value('use', 'parcel.landUse', 'parcel.propertyClass')],
  [value('Lot', 'parcel.lotArea'), value('building', 'parcel.livingArea'), value('built', 'parcel.yearBuilt')],
  [{ ...value('Value of record', 'parcel.totalValue'), noted: true }],
  [value('Last sale', 'parcel.lastSaleDate')],
  [value('Flood hazard area, at the point', 'floodZone.specialFloodHazardArea')],
];

const areaLines: readonly Line[] = [
  [value('Homes', 'homes.housingUnits'), value('owner-occupied', 'homes.ownerOccupied')],
  [value('Water systems', 'waterSystems.totals.count')],
  [value('Conforming loan limit', 'loanLimits.limit')],
];

const areaFigures: readonly Line[] = [
  [value('Unemployment', 'jobs.unemploymentRate'), value('month', 'jobs.period')],
  [value('House prices, one year', 'prices.changeOneYear'), value('five years', 'prices.changeFiveYears')],
  [
    { ...value('HUD rent, two bedrooms', 'rents.zipRents.twoBedrooms', 'rents.rents.twoBedrooms'), unit: 'USD' },
    value('median home', 'homes.medianHomeValue'),
  ],
  [value('Declared disasters', 'disasters.declarationCount'), value('flood claims', 'floodClaims.claimCount')],
  [value('Radon zone', 'radon.zone'), value('drought', 'drought.highestClassPresent')],
];

const at = (facts: Fields, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, key) => fieldsOf(inner)[key], facts);

function wordsAt(facts: Fields, { of, unit }: Value): string | undefined {
  for (const path of of) {
    const found = at(facts, path);
    const key = path.slice(path.lastIndexOf('.') + 1);
    const text = typeof found === 'number' ? textOfValue(found, unit) : statedText(key, found);
    if (text !== undefined) return text;
  }
  return undefined;
}

const lineItem = (facts: Fields, line: Line): HTMLElement | undefined => {
  const parts = line.flatMap((one) => {
    const words = wordsAt(facts, one);
    const note = one.noted && textOf(fieldsOf(at(facts, one.of[0] ?? '')).note);
    return words === undefined ? [] : [[one.label, words, note ? ` (${readable(note)})` : ''] as const];
  });
  if (parts.length === 0) return undefined;
  const shown = parts.flatMap(([label, words, note], index) => [
    html('span', { class: 'quiet' }, `${index > 0 ? ' \u00b7 ' : ''}${label} `),
    html('strong', {}, words),
    html('span', { class: 'quiet' }, note),
  ]);
  return html('li', {}, ...shown);
};

const linesOf = (facts: Fields, lines: readonly Line[]) =>
  lines.map((line) => lineItem(facts, line)).filter((item) => item !== undefined);

const card = (title: string, items: readonly HTMLElement[], none: string): HTMLElement =>
  html(
    'section',
    { class: 'opening-card' },
    html('h3', {}, title),
    items.length > 0 ? html('ul', { class: 'plain' }, ...items) : html('p', { class: 'quiet' }, none),
  );

const findingItem = (row: Fields, sources: Sources): HTMLElement =>
  html('li', {}, html('strong', {}, readable(textOf(row.headline) ?? '')), sources.mark(row.citation));

/** States that leave something open; nothing found is an answer. */
const open = new Set(['partial', 'stale', 'not_covered', 'unresolved', 'unavailable']);

/** A label inside of a sentence: "NYC recording history" stays, "Capital projects" begins small. */
const inSentence = (label: string) =>
  /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

const laneGaps = { notCovered: 'No local source here', degraded: headings.degraded } as const;

function gapItems(components: Fields, lanes: Fields): HTMLElement[] {
  const parts = Object.entries(components).flatMap(([name, part]) => {
    const { state } = fieldsOf(part);
    return isState(state) && open.has(state) ? [{ state: stateWord(state), label: wordsOf(name) }] : [];
  });
  const local = Object.entries(laneGaps).flatMap(([bucket, state]) =>
    rowsOf(lanes[bucket]).map(({ tool, what }) => ({ state, label: textOf(what) ?? toolTitle(textOf(tool) ?? '') })),
  );
  const groups = groupBy([...parts, ...local], ({ state }) => state);
  return [...groups].map(([state, rows]) =>
    html('li', {}, html('strong', {}, state), `: ${rows.map(({ label }) => inSentence(label)).join(', ')}.`),
  );
}

/** The card of what was not looked at, which grows when it is known what is connected at the place. */
export const gapsCard = (components: unknown, lanes: unknown): HTMLElement =>
  card(
    'Not looked at, or not known',
    gapItems(fieldsOf(components), fieldsOf(lanes)),
    'Every source that was queried gave an answer.',
  );

/** Whether an answer is a first look at a place: one that has a parcel, or the figures of an area. */
export const isFirstLook = ({ facts, components }: Fields): boolean =>
  Object.keys(fieldsOf(components)).length > 0 && linesOf(fieldsOf(facts), [...placeLines, ...areaFigures]).length > 0;

const parcelNone: Readonly<Record<string, string>> = {
  empty: 'No parcel record was found.',
  not_covered: 'No parcel source is connected here.',
  unresolved: 'The parcel is not known.',
};

/** Why the first card has no line: nothing was found only where a source said so. */
function noIdentity(components: Fields, isArea: boolean): string {
  const states = Object.values(components).map((part) => fieldsOf(part).state);
  if (isArea) return states.includes('unavailable') ? 'No figures could be read.' : 'No figures were found.';
  return parcelNone[textOf(fieldsOf(components.parcel).state) ?? ''] ?? 'The parcel could not be read.';
}

/** The first screen of a place: what it is, what stands out there, and what was not looked at. */
export function openingCards({ facts: given, components, subject }: Fields, sources: Sources): HTMLElement[] {
  const facts = fieldsOf(given);
  const isArea = fieldsOf(subject).precision === 'area';
  const identity = linesOf(facts, isArea ? areaLines : placeLines);
  const none = noIdentity(fieldsOf(components), isArea);
  const found = rowsOf(facts.standsOut).map((row) => findingItem(row, sources));
  return [
    card(isArea ? 'What this area is' : 'What this place is', identity, none),
    isArea
      ? card('Figures of the area', linesOf(facts, areaFigures), none)
      : card('What stands out', found, 'By fixed rules nothing stands out in what was read.'),
    gapsCard(components, undefined),
  ];
}
