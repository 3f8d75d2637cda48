import { csvText } from '../reports/csv.ts';
import { busyButton, button, html, tableWith } from './dom.ts';
import { type Fields, fieldsOf, type Outcome, textOf } from './port.ts';
import { isState, stateTag } from './state.ts';

interface Batch {
  readonly places: readonly string[];
  readonly ask: (place: string) => Promise<Outcome>;
  /** Shows one place in full. */
  readonly open: (place: string) => Promise<void>;
  readonly save: (name: string, type: string, text: string) => void;
}

const atOnce = 2;
const waitMs = 5000;

const columns = ['place', 'state', 'summary', 'latitude', 'longitude', 'zip', 'countyFips'];

const rowOf = (place: string, outcome: Outcome | undefined): Fields => {
  if (outcome?.kind !== 'answer') return { place, state: outcome ? 'refused' : 'not queried yet' };
  const { state, summary, subject } = outcome.result;
  const { latitude, longitude, zip, countyFips } = fieldsOf(subject);
  return { place, state, summary, latitude, longitude, zip, countyFips };
};

const pointOf = (row: Fields): object[] =>
  typeof row.latitude === 'number' && typeof row.longitude === 'number'
    ? [{ type: 'Feature', geometry: { type: 'Point', coordinates: [row.longitude, row.latitude] }, properties: row }]
    : [];

/** Whether the same question may be answered later: nothing was wrong with it. */
const isRetried = (outcome: Outcome): boolean => outcome.kind === 'fault' && outcome.isInput !== true;

/** A list of places as a table that fills row by row; it can be stopped and continued, and what failed is asked again. */
class Table {
  readonly #batch: Batch;
  readonly #outcomes = new Map<number, Outcome>();
  readonly #status = html('p', { role: 'status', class: 'quiet' });
  readonly #cells = new Map<number, readonly [state: HTMLElement, summary: HTMLElement]>();
  readonly #go: HTMLButtonElement;
  #isRunning = false;

  constructor(batch: Batch) {
    this.#batch = batch;
    this.#go = button('Stop', 'more', () => this.#toggle());
  }

  #left(): number[] {
    return this.#batch.places.flatMap((_, index) => {
      const outcome = this.#outcomes.get(index);
      return !outcome || isRetried(outcome) ? [index] : [];
    });
  }

  #say(): void {
    const [all, rest] = [this.#batch.places.length, this.#left().length];
    const more = this.#isRunning ? '\u2026' : rest > 0 ? ', stopped' : '';
    this.#status.textContent = `${all - rest} of ${all} answered${more}`;
    this.#go.textContent = this.#isRunning ? 'Stop' : 'Continue';
    this.#go.hidden = !this.#isRunning && rest === 0;
  }

  #keep(index: number, outcome: Outcome): void {
    this.#outcomes.set(index, outcome);
    const { state, summary } = outcome.kind === 'answer' ? outcome.result : ({} as Fields);
    const [stateCell, summaryCell] = this.#cells.get(index) ?? [];
    stateCell?.replaceChildren(isState(state) ? stateTag(state) : 'Refused');
    summaryCell?.replaceChildren(textOf(summary) ?? (outcome.kind === 'fault' ? outcome.detail : ''));
    this.#say();
  }

  async #work(queue: number[]): Promise<void> {
    for (let index = queue.shift(); index !== undefined && this.#isRunning; index = queue.shift()) {
      const outcome = await this.#batch.ask(this.#batch.places[index] ?? '');
      this.#keep(index, outcome);
      if (isRetried(outcome)) await new Promise((done) => setTimeout(done, waitMs));
    }
  }

  async start(): Promise<void> {
    this.#isRunning = true;
    this.#say();
    const queue = this.#left();
    await Promise.all(Array.from({ length: atOnce }, () => this.#work(queue)));
    this.#isRunning = false;
    this.#say();
  }

  #toggle(): void {
    if (!this.#isRunning) return void this.start();
    this.#isRunning = false;
    this.#say();
  }

  #row(place: string, index: number): HTMLElement {
    const cells = [html('td', { 'data-label': 'State' }), html('td', { 'data-label': 'Answer' })] as const;
    this.#cells.set(index, cells);
    const name = busyButton(place, 'example', () => this.#batch.open(place));
    return html('tr', {}, html('th', { scope: 'row', 'data-label': 'Place' }, name), ...cells);
  }

  view(): HTMLElement {
    const { places, save } = this.#batch;
    const rows = () => places.map((place, index) => rowOf(place, this.#outcomes.get(index)));
    const points = () => JSON.stringify({ type: 'FeatureCollection', features: rows().flatMap(pointOf) });
    const heads = ['Place', 'State', 'Answer'].map((label) => html('th', { scope: 'col' }, label));
    return html(
      'article',
      { class: 'answer' },
      html('h2', { tabindex: -1 }, `${places.length} places`),
      this.#status,
      html(
        'div',
        { class: 'actions' },
        this.#go,
        button('CSV', 'more', () => save('places.csv', 'text/csv', csvText(columns, rows()))),
        button('GeoJSON', 'more', () => save('places.geojson', 'application/geo+json', points())),
      ),
      tableWith('Answers by place', heads, html('tbody', {}, ...places.map((place, index) => this.#row(place, index)))),
    );
  }
}

/** The table, and what begins to fill it. */
export function batchTable(batch: Batch): { readonly root: HTMLElement; readonly start: () => void } {
  const table = new Table(batch);
  return { root: table.view(), start: () => void table.start() };
}
