import { labelOf, wordsOf } from '../products/shared/compose/labels.ts';
import { readable } from '../reports/words.ts';
import { busyButton, fold, html } from './dom.ts';
import { factsBlock } from './facts.ts';
import { type Fields, fieldsOf, rowsOf, textOf, toolIn, toolTitle, type ViewPort } from './port.ts';
import { askAt } from './questions.ts';
import { Sources } from './sources.ts';
import { Stage } from './stage.ts';
import { isState, stateTag } from './state.ts';
import { statedText } from './values.ts';

const longestGlance = 110;

const named = (key: string, value: unknown): string | undefined => {
  const text = statedText(key, value);
  return text === undefined ? undefined : `${labelOf(key).label} ${text}`;
};

/** The first values of a part in a line. */
function glanceOf(facts: Fields): string {
  const texts = Object.entries(facts).flatMap(([key, value]) => {
    const inner = rowsOf(value)[0] ?? value;
    const own = named(key, inner);
    if (own !== undefined || typeof inner !== 'object') return own ?? [];
    return Object.entries(fieldsOf(inner)).flatMap(([name, one]) =>
      name === 'citation' ? [] : (named(name, one) ?? []),
    );
  });
  const line = texts.slice(0, 3).join(' \u00b7 ');
  return line.length > longestGlance ? `${line.slice(0, longestGlance)}\u2026` : line;
}

interface Card {
  readonly title: string;
  readonly tag?: HTMLElement | undefined;
  readonly glance?: string | undefined;
  /** Fills the card when it is opened for the first time. */
  readonly open: (body: HTMLElement) => void;
}

/** A card that opens. */
export function cardOf({ title, tag, glance, open }: Card): HTMLDetailsElement {
  const body = html('div', { class: 'card-body' });
  const about = glance ? html('span', { class: 'glance' }, readable(glance)) : undefined;
  const made = html(
    'details',
    { class: 'card' },
    html('summary', {}, html('span', { class: 'card-title' }, title), tag, about),
    body,
  );
  made.addEventListener('toggle', () => open(body), { once: true });
  return made;
}

/** Puts the question of one tool at the place, in the card that was opened. */
async function fill(
  body: HTMLElement,
  tool: string,
  place: Fields,
  portFor: (stage: Stage) => ViewPort,
): Promise<void> {
  const stage = new Stage(body);
  const port = portFor(stage);
  stage.wait('Asking the official sources\u2026');
  const { outcome, args } = await askAt(port, tool, place);
  stage.show(outcome, args, port, false);
}

let made = 0;

function partBody(
  body: HTMLElement,
  result: Fields,
  name: string,
  portFor: (stage: Stage) => ViewPort,
  place: Fields,
): void {
  made += 1;
  const { reason, tool: named } = fieldsOf(fieldsOf(result.components)[name]);
  const port = portFor(new Stage(html('div')));
  const sources = new Sources(result.citations, port, `part-${made}`);
  const facts = factsBlock(fieldsOf(fieldsOf(result.facts)[name]), sources, 4);
  const tool = toolIn(named);
  const whole = tool && busyButton('Ask this part in full', 'more', () => fill(body, tool, place, portFor));
  const list = sources.cited();
  body.append(
    html(
      'div',
      { class: 'answer' },
      textOf(reason) ? html('p', { class: 'quiet' }, readable(textOf(reason) ?? '')) : '',
      facts,
      list ? fold('Sources', undefined, list) : '',
      whole || '',
    ),
  );
}

/** The parts of a first look, each a card with its state and first values. */
export function partCards(result: Fields, place: Fields, portFor: (stage: Stage) => ViewPort): HTMLElement[] {
  return Object.entries(fieldsOf(result.components)).map(([name, part]) => {
    const { state } = fieldsOf(part);
    return cardOf({
      title: wordsOf(name),
      tag: isState(state) && state !== 'found' ? stateTag(state) : undefined,
      glance: glanceOf(fieldsOf(fieldsOf(result.facts)[name])),
      open: (body) => partBody(body, result, name, portFor, place),
    });
  });
}

/** One tool that can be asked at the place, as a card that asks it when it is opened. */
export const toolCard = (
  tool: string,
  about: {
    readonly title?: string | undefined;
    readonly glance?: string | undefined;
    readonly price?: string | undefined;
  },
  place: Fields,
  portFor: (stage: Stage) => ViewPort,
): HTMLDetailsElement =>
  cardOf({
    title: about.title ?? toolTitle(tool),
    tag: about.price ? html('span', { class: 'price' }, about.price) : undefined,
    glance: about.glance,
    open: (body) => void fill(body, tool, place, portFor),
  });
