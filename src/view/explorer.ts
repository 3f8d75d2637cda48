import { outcomeWords } from './answer.ts';
import { html } from './dom.ts';
import { groundOf, mapFigure } from './map.ts';
import { type Outline, outlineAt } from './outline.ts';
import { around } from './placed.ts';
import {
  type Fields,
  fault,
  fieldsOf,
  type Outcome,
  readOutcome,
  textOf,
  toolIn,
  toolTitle,
  type ViewPort,
} from './port.ts';
import { askAt } from './questions.ts';
import { Stage } from './stage.ts';

interface Setup {
  readonly coverageTool: string;
  readonly firstTool: string;
  readonly locatedTool?: string;
}

const find = <E extends Element>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};

const setup = JSON.parse(find('#setup').textContent ?? '{}') as Setup;
const form = find<HTMLFormElement>('#ask');
const field = find<HTMLInputElement>('#place');
const results = find<HTMLElement>('#results');

const json = { accept: 'application/json', 'content-type': 'application/json' };

/** Calls a free tool, or fetches the terms of a paid route, which costs nothing. */
async function ask(tool: string, args: Fields): Promise<Outcome> {
  const paid = tool.startsWith('svc-');
  const [path, body] = paid ? [`/api/${tool}`, args] : ['/tools/call', { name: tool, arguments: args }];
  try {
    const answer = await fetch(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
    return readOutcome(await answer.json(), tool);
  } catch {
    return fault(tool, 'The service did not answer. Is it still running?');
  }
}

async function schemaOf(tool: string): Promise<Fields | undefined> {
  const free = tool.replaceAll('-', '_');
  const answer = await fetch(`/tools/list/${free}`, { headers: { accept: 'application/json' } }).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const entry = fieldsOf(await answer.json());
  return fieldsOf(entry.inputSchema ?? fieldsOf(entry.tool).inputSchema);
}

function portFor(stage: Stage): ViewPort {
  const port: ViewPort = {
    ask,
    schemaOf,
    open: (url) => void window.open(url, '_blank', 'noopener'),
    evidenceUrl: (reference) => new URL(`/evidence/${reference}`, location.href).href,
    show: (outcome, args) => stage.show(outcome, args, port, true),
  };
  return port;
}

function newStage(): Stage {
  const root = html('section', { class: 'card' });
  results.append(root);
  return new Stage(root);
}

/** Further tools that the page calls by itself, from the order that the service recommends at the place. */
const furtherTools = 3;

const zip = /^\d{5}$/;

/** One map of the place: its parcel and everything that the answers so far place around it. */
class PlaceMap {
  readonly #root = html('section', { class: 'ground card', 'aria-label': 'Map of the place', hidden: true });
  readonly #results: Fields[] = [];
  #outline: Outline | undefined;
  #isAsked = false;

  constructor() {
    results.prepend(this.#root);
  }

  add(outcome: Outcome, place: Fields): void {
    if (outcome.kind !== 'answer') return;
    this.#results.push(outcome.result);
    this.#draw();
    if (this.#isAsked || !this.#ground()) return;
    this.#isAsked = true;
    void outlineAt({ ask }, place).then((outline) => {
      this.#outline = outline;
      this.#draw();
    });
  }

  #ground() {
    return this.#results.map(({ subject }) => groundOf(fieldsOf(subject))).find((ground) => ground !== undefined);
  }

  #draw(): void {
    const ground = this.#ground();
    if (!ground || !this.#root.isConnected) return;
    const { placed } = around(this.#results, ground.center);
    if (placed.length === 0 && !this.#outline) return;
    this.#root.hidden = false;
    this.#root.replaceChildren(mapFigure(placed, ground, this.#outline));
  }
}

async function explore(text: string): Promise<void> {
  results.replaceChildren();
  const map = new PlaceMap();
  const place: Fields = { address: text, place: text, ...(zip.test(text) && { zip: text }) };
  const status = find('#said');
  status.textContent = `Asking the official sources about ${text}…`;
  const run = async (tool: string) => {
    const stage = newStage();
    stage.wait(`${toolTitle(tool)}: asking the official sources…`);
    const port = portFor(stage);
    const { outcome, args } = await askAt(port, tool, place);
    stage.show(outcome, args, port, false);
    map.add(outcome, place);
    return outcome;
  };
  const [facts, coverage] = await Promise.all([run(setup.firstTool), run(setup.coverageTool)]);
  status.textContent = outcomeWords(facts);
  // a ZIP, city or county has no position: its one answer has every part that is known of an area
  if (facts.kind === 'answer' && fieldsOf(facts.result.subject).precision === 'area') return;
  const order = coverage.kind === 'answer' ? coverage.result.recommendedCallOrder : [];
  const further = (Array.isArray(order) ? order : []).flatMap((tool) => toolIn(tool) ?? []);
  await Promise.all(
    further
      .filter((tool) => tool !== setup.firstTool)
      .slice(0, furtherTools)
      .concat(setup.locatedTool ?? [])
      .map(run),
  );
}

/** The text that a hash encodes; a hash that encodes none is the text itself. */
function decoded(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = field.value.trim();
  if (text === '') return field.focus();
  history.replaceState(undefined, '', `#${encodeURIComponent(text)}`);
  void explore(text);
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

find<HTMLElement>('#explorer').hidden = false;
const given = decoded(location.hash.slice(1));
if (given) {
  field.value = given;
  void explore(given);
}
