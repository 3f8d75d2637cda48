import { fold, html } from './dom.ts';
import { actions, downloadsOf } from './downloads.ts';
import { groundOf, mapFigure } from './map.ts';
import { gapsCard, openingCards } from './opening.ts';
import { type Base, baseAt } from './outline.ts';
import { partCards, toolCard } from './parts.ts';
import { around } from './placed.ts';
import { type Fields, fieldsOf, rowsOf, textOf, toolIn, type ViewPort } from './port.ts';
import { argumentsFor, schemaIn } from './questions.ts';
import { aboutOf, ask } from './service.ts';
import { Sources } from './sources.ts';
import { Stage } from './stage.ts';
import { isState, stateTag } from './state.ts';

/** What the page hands to its script: the tools that it calls by itself, as the registry names them. */
export interface Setup {
  readonly coverageTool: string;
  readonly firstTool: string;
  readonly locatedTool?: string;
  readonly planTool?: string;
}

/** What a first look is shown with. */
export interface Desk {
  readonly setup: Setup;
  /** What is known of the place. */
  readonly place: Fields;
  readonly portFor: (stage: Stage) => ViewPort;
}

/** The map of a first look: the place, its parcel, its streets, and what the answers so far place around it. */
class PlaceMap {
  readonly root = html('section', { class: 'ground', 'aria-label': 'Map of the place' });
  readonly #results: Fields[];
  #base: Base | undefined;

  constructor(result: Fields) {
    this.#results = [result];
    this.root.append(html('p', { class: 'quiet' }, 'Drawing the map\u2026'));
  }

  async base(place: Fields): Promise<void> {
    this.#base = (await baseAt({ ask }, place)) ?? {};
    this.#draw();
  }

  add(result: Fields): void {
    this.#results.push(result);
    this.#draw();
  }

  #draw(): void {
    const ground = groundOf(fieldsOf(this.#results[0]?.subject));
    if (!ground || !this.#base) return;
    const { placed } = around(this.#results, ground.center);
    this.root.replaceChildren(mapFigure(placed, ground, this.#base));
  }
}

const headed = (title: string, cards: readonly HTMLElement[]): HTMLElement[] =>
  cards.length > 0
    ? [html('section', { class: 'cards-of' }, html('h3', {}, title), html('div', { class: 'cards' }, ...cards))]
    : [];

const laneTitles: Readonly<Record<string, string>> = {
  local: 'Local records here',
  national: 'National records',
  varies: 'Rules and programs',
};

/** What else can be asked at the place, by where its records come from; what the first look has is left out. */
function furtherCards(lanes: Fields, shown: ReadonlySet<string>, { place, portFor }: Desk): HTMLElement[] {
  return Object.entries(laneTitles).flatMap(([key, title]) => {
    const rows = rowsOf(lanes[key]).filter(({ tool, access }) => access === 'free' && !shown.has(String(tool)));
    const cards = rows.flatMap(({ tool: name, what, why }) => {
      const tool = toolIn(name);
      return tool ? [toolCard(tool, { title: textOf(what), glance: textOf(why) }, place, portFor)] : [];
    });
    if (cards.length === 0 || key === 'local') return headed(title, cards);
    return [fold(title, cards.length, html('div', { class: 'cards' }, ...cards))];
  });
}

function offerCards(offers: unknown, { setup, place, portFor }: Desk): HTMLElement[] {
  const goals = { title: 'Plan what to check', glance: 'A goal becomes numbered steps, priced' };
  const sold = rowsOf(offers).flatMap(({ slug, priceUsdc, rationale }) => {
    const [tool, price] = [toolIn(slug), textOf(priceUsdc)];
    const about = { glance: textOf(rationale), price: price && `${price} USDC` };
    return tool ? [toolCard(tool, about, place, portFor)] : [];
  });
  return headed('Plans, and reports that can be bought', [
    ...(setup.planTool ? [toolCard(setup.planTool, goals, place, portFor)] : []),
    ...sold,
  ]);
}

function headOf({ subject, state, summary }: Fields): HTMLElement[] {
  const { resolved, input, latitude, longitude, countyName, state: stateCode, precision } = fieldsOf(subject);
  const isPoint = precision !== 'area' && typeof latitude === 'number' && typeof longitude === 'number';
  const about = [
    [textOf(countyName), textOf(stateCode)].filter(Boolean).join(', '),
    isPoint ? `${latitude.toFixed(4)}, ${longitude.toFixed(4)}` : '',
  ];
  return [
    html('h2', { tabindex: -1 }, textOf(resolved) ?? textOf(input) ?? 'The place'),
    html('p', { class: 'quiet' }, about.filter(Boolean).join(' \u00b7 '), isState(state) ? stateTag(state) : undefined),
    html('p', { class: 'summary' }, textOf(summary) ?? ''),
  ];
}

/** The first screen: the place in a sentence, three cards, and the map beside them. */
function openingOf(result: Fields, map: PlaceMap | undefined, { setup, portFor }: Desk) {
  const port = portFor(new Stage(html('div')));
  const sources = new Sources(result.citations, port, 'first');
  const cards = openingCards(result, sources);
  const list = sources.list();
  const root = html(
    'article',
    { class: 'answer first' },
    ...headOf(result),
    html(
      'div',
      { class: `opening${map ? ' mapped' : ''}` },
      html('div', { class: 'opening-cards' }, ...cards),
      map?.root,
    ),
    list ? fold('Sources', sources.count, list) : undefined,
    actions(...downloadsOf(setup.firstTool, result, port)),
  );
  return { root, cards };
}

/** Marks of what lies around the place, from the tool that searches all around it. */
async function mark(map: PlaceMap, { setup, place }: Desk): Promise<void> {
  const about = setup.locatedTool && (await aboutOf(setup.locatedTool));
  const args = about && argumentsFor(schemaIn(about), place);
  const outcome = args && (await ask(setup.locatedTool ?? '', args));
  if (outcome && outcome.kind === 'answer') map.add(outcome.result);
}

/**
 * A first look at a place: the opening, its parts as cards, what else can be asked there.
 * @param isCurrent false as soon as another place was put into the field: nothing more is shown then
 */
export async function showPlace(
  holder: HTMLElement,
  result: Fields,
  desk: Desk,
  isCurrent: () => boolean,
): Promise<void> {
  const { setup, place, portFor } = desk;
  const map = groundOf(fieldsOf(result.subject)) && new PlaceMap(result);
  const { root, cards } = openingOf(result, map, desk);
  holder.replaceChildren(root, ...headed('Parts of this answer', partCards(result, place, portFor)));
  const drawing = map ? [map.base(place), mark(map, desk)] : [];
  const coverage = await ask(setup.coverageTool, { place: place.place });
  if (coverage.kind === 'answer' && isCurrent()) {
    const { lanes, buyRecommendations } = coverage.result;
    cards[2]?.replaceWith(gapsCard(result.components, lanes));
    const parts = Object.values(fieldsOf(result.components)).map((part) => String(fieldsOf(part).tool));
    const shown = new Set([...parts, setup.firstTool]);
    holder.append(...furtherCards(fieldsOf(lanes), shown, desk), ...offerCards(buyRecommendations, desk));
  }
  await Promise.all(drawing);
}
