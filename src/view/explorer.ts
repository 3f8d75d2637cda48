import { outcomeCard, outcomeWords } from './answer.ts';
import { batchTable } from './batch.ts';
import { busyButton, button, html, quiet } from './dom.ts';
import { type Setup, showPlace } from './first-look.ts';
import { formBlock } from './form.ts';
import {
  type Fields,
  fieldsOf,
  isFields,
  isPaid,
  type Outcome,
  rowsOf,
  textOf,
  toolIn,
  toolTitle,
  type ViewPort,
} from './port.ts';
import { argumentsFor, placeIn, schemaIn, valuesFor, withAbout } from './questions.ts';
import { written } from './reading.ts';
import { aboutOf, ask, catalog, save, search } from './service.ts';
import { Stage } from './stage.ts';

function toolItem(
  { name, title, summary, priceUsdc, rail }: Fields,
  open: (tool: string) => Promise<void>,
): HTMLElement | undefined {
  const tool = toolIn(name);
  const price = rail === 'paid' ? textOf(priceUsdc) : undefined;
  if (!tool) return undefined;
  return html(
    'li',
    {},
    busyButton(textOf(title) ?? tool, 'step', () => open(tool)),
    price ? html('span', { class: 'price' }, ` ${price} USDC`) : undefined,
    quiet(textOf(summary)),
  );
}

/** Fills each category with its tools when it is first opened; each leads to its form. */
function fillDirectory(categories: Iterable<HTMLDetailsElement>, open: (tool: string) => Promise<void>): void {
  let read: ReturnType<typeof catalog> | undefined;
  for (const category of categories)
    category.addEventListener(
      'toggle',
      async () => {
        read ??= catalog();
        const tools = rowsOf((await read)?.tools).filter((tool) => tool.category === category.dataset.category);
        const items = tools.map((tool) => toolItem(tool, open)).filter((item) => item !== undefined);
        if (items.length > 0) category.append(html('ul', { class: 'steps' }, ...items));
      },
      { once: true },
    );
}

const find = <E extends Element>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};

const setup = JSON.parse(find('#setup').textContent ?? '{}') as Setup;
const form = find<HTMLFormElement>('#ask');
const field = find<HTMLTextAreaElement>('#place');
const results = find<HTMLElement>('#results');
const status = find<HTMLElement>('#said');

/** What is known of the place that was asked about last; it goes with every further question. */
let known: Fields = {};
/** Counts what was put into the field: an answer to an earlier one is not shown any more. */
let asked = 0;

const remember = (outcome: Outcome, args: Fields) => {
  if (outcome.kind === 'answer' && fieldsOf(outcome.result.subject).precision !== 'unknown')
    known = placeIn(args, fieldsOf(outcome.result.subject), known);
};

function portFor(stage: Stage): ViewPort {
  const port: ViewPort = {
    ask,
    aboutOf,
    save,
    place: () => known,
    open: (url) => void window.open(url, '_blank', 'noopener'),
    evidenceUrl: (reference) => new URL(`/evidence/${reference}`, location.href).href,
    show: (outcome, args) => {
      status.textContent = outcomeWords(outcome);
      stage.show(outcome, args, port, true);
    },
  };
  return port;
}

function newStage(place: 'append' | 'prepend' = 'append'): Stage {
  const root = html('section', { class: 'card' });
  results[place](root);
  return new Stage(root);
}

/** The form of a tool above whatever is shown, filled with the place. */
async function openTool(tool: string): Promise<void> {
  const about = await aboutOf(tool);
  if (!about) return;
  document.body.dataset.answered = '';
  const stage = newStage('prepend');
  stage.show({ kind: 'form', tool, about }, valuesFor(schemaIn(about), known), portFor(stage), true);
}

const isLost = (outcome: Outcome): boolean =>
  outcome.kind === 'answer' &&
  outcome.result.state === 'unresolved' &&
  rowsOf(fieldsOf(outcome.result.subject).candidates).length === 0;

async function explorePlace(text: string, run: number): Promise<void> {
  const args = { address: text };
  const stage = newStage();
  stage.wait(`Asking the official sources about ${text}\u2026`);
  const outcome = await ask(setup.firstTool, args);
  if (run !== asked) return;
  if (isLost(outcome) || outcome.kind === 'fault') {
    const found = await exploreQuestion(text, undefined, run);
    if (found) return;
  }
  status.textContent = outcomeWords(outcome);
  remember(outcome, args);
  if (outcome.kind === 'answer' && isFields(outcome.result.components)) {
    const desk = { setup, place: known, portFor };
    return showPlace(results, outcome.result, desk, () => run === asked);
  }
  stage.show(outcome, args, portFor(stage), false);
}

/** The form of the tool that fits a question best, filled with the place, and the other tools. False where none fits. */
async function exploreQuestion(question: string, place: string | undefined, run: number): Promise<boolean> {
  const found = await search(question);
  const [best, ...others] = rowsOf(found?.hits).flatMap(({ name }) => toolIn(name) ?? []);
  const about = best && (await aboutOf(best));
  if (run !== asked || !about) return false;
  if (place && place !== known.address) known = { address: place, place };
  const args = valuesFor(schemaIn(about), known);
  const hint = textOf(found?.hint);
  const links = others.map((tool) => button(toolTitle(tool), 'example', () => void openTool(tool)));
  const asking = html('section', { class: 'card' });
  results.replaceChildren(asking);
  const stage = newStage();
  const port = portFor(stage);
  asking.append(
    html(
      'article',
      { class: 'answer' },
      html('h2', {}, textOf(about.title) ?? toolTitle(best)),
      hint ? html('p', { class: 'summary' }, hint) : undefined,
      formBlock(best, about, args, port),
      links.length > 0 ? html('p', { class: 'others' }, 'Near it: ', ...links) : undefined,
    ),
  );
  status.textContent = `Best source: ${toolTitle(best)}. Its form is ready.`;
  if (!argumentsFor(schemaIn(about), known) || isPaid(best)) return true;
  stage.wait('Asking the official sources\u2026');
  const outcome = withAbout(await ask(best, args), about);
  if (run !== asked) return true;
  remember(outcome, args);
  stage.show(outcome, args, port, false);
  status.textContent = outcomeWords(outcome);
  return true;
}

function exploreList(places: readonly string[]): void {
  const stage = new Stage(html('section', { class: 'card' }));
  const one = (place: string) => ask(setup.firstTool, { address: place });
  const open = async (place: string) => {
    const outcome = await one(place);
    remember(outcome, { address: place });
    stage.show(outcome, { address: place }, portFor(stage), true);
  };
  const { root, start } = batchTable({ places, ask: one, open, save });
  results.append(html('section', { class: 'card' }, root), stage.root);
  status.textContent = `${places.length} places are asked one after the other.`;
  start();
}

async function explore(text: string): Promise<void> {
  asked += 1;
  const run = asked;
  document.body.dataset.answered = '';
  results.replaceChildren();
  status.textContent = 'Asking the official sources\u2026';
  const read = written(text);
  if (read.kind === 'places') return exploreList(read.places);
  if (read.kind === 'place') return explorePlace(read.place, run);
  if (await exploreQuestion(read.question, read.place, run)) return;
  if (run === asked) {
    const about = {
      kind: 'fault',
      tool: setup.firstTool,
      title: 'No tool here answers this',
      detail: 'Name the subject in a few words, or put in an address.',
    } as const;
    results.replaceChildren(
      html('section', { class: 'card' }, outcomeCard(about, {}, portFor(new Stage(html('div'))))),
    );
  }
}

/** The text that a hash encodes; a hash that encodes none is the text itself. */
function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

const grow = () => {
  field.rows = Math.min(6, Math.max(1, field.value.split('\n').length));
};

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = field.value.trim();
  if (text === '') return field.focus();
  grow();
  history.replaceState(undefined, '', `#${encodeURIComponent(text)}`);
  void explore(text);
});

field.addEventListener('input', grow);
// one line is sent by Enter; a further line is begun with Shift, or pasted
field.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit();
});

for (const example of document.querySelectorAll<HTMLButtonElement>('[data-place]'))
  example.addEventListener('click', () => {
    field.value = textOf(example.dataset.place) ?? '';
    form.requestSubmit();
  });

for (const copy of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    await navigator.clipboard?.writeText(copy.dataset.copy ?? '');
    copy.textContent = 'Copied';
    copy.setAttribute('aria-label', 'Copied');
  });
}

fillDirectory(document.querySelectorAll<HTMLDetailsElement>('[data-category]'), (tool) => openTool(tool));
find<HTMLElement>('#explorer').hidden = false;
const given = decoded(location.hash.slice(1));
if (given) {
  field.value = given;
  grow();
  void explore(given);
}
