import { wordsOf } from '../products/shared/compose/labels.ts';
import { readable } from '../reports/words.ts';
import { coverageBlock } from './coverage.ts';
import { fold, html } from './dom.ts';
import { factsBlock } from './facts.ts';
import { groundOf, mapBlock } from './map.ts';
import { outlineAt, outlineIn } from './outline.ts';
import { type Fields, fieldsOf, type Outcome, rowsOf, textOf, toolTitle, type ViewPort } from './port.ts';
import { placeIn } from './questions.ts';
import { recordsBlock } from './records.ts';
import { Sources } from './sources.ts';
import { isState, stateBlock, stateTag, stateWord } from './state.ts';
import { offersBlock, stepsBlock } from './steps.ts';
import { subjectBlock } from './subject.ts';

// what the blocks below show in their own way; anything else of an answer is shown as facts
const shownApart = new Set([
  'state',
  'summary',
  'subject',
  'facts',
  'records',
  'components',
  'citations',
  'searched',
  'limits',
  'verifyNext',
  'retryAfterSeconds',
  'place',
  'jurisdiction',
  'resolved',
  'lanes',
  'buyRecommendations',
  'recommendedCallOrder',
  'relatedTools',
  'warnings',
  'ok',
]);

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

const listOf = (texts: readonly string[]) =>
  html('ul', { class: 'plain' }, ...texts.map((text) => html('li', {}, readable(text))));

const stateItem = (name: string, state: unknown, about: readonly (string | undefined)[]) =>
  html(
    'li',
    {},
    html('span', { class: 'queried' }, name, isState(state) ? stateTag(state) : undefined),
    ...about.flatMap((text) => (text === undefined ? [] : [html('span', { class: 'quiet' }, readable(text))])),
  );

function searchedFold(searched: readonly Fields[]): HTMLElement | undefined {
  if (searched.length === 0) return undefined;
  const items = searched.map(({ source, area, period, recordScope, state, reason }) => {
    const where = [area, period, recordScope].flatMap((part) => textOf(part) ?? []).join(' · ');
    return stateItem(textOf(source) ?? '', state, [where, textOf(reason)]);
  });
  return fold('What was queried', searched.length, html('ul', { class: 'plain' }, ...items));
}

function partsBlock(components: unknown): HTMLElement | undefined {
  const parts = Object.entries(fieldsOf(components)).filter(([, part]) => isState(fieldsOf(part).state));
  if (parts.length === 0) return undefined;
  const items = parts.map(([name, part]) => {
    const { state, reason } = fieldsOf(part);
    return stateItem(wordsOf(name), state, [textOf(reason)]);
  });
  return html('section', { class: 'part' }, html('h3', {}, 'Parts'), html('ul', { class: 'plain' }, ...items));
}

function bodyOf(result: Fields, sources: Sources, port: ViewPort, place: Fields): (HTMLElement | undefined)[] {
  const other = Object.fromEntries(Object.entries(result).filter(([key]) => !shownApart.has(key)));
  const records = rowsOf(result.records);
  // the map draws it
  const { outlineRings, ...stated } = fieldsOf(result.facts);
  const facts = factsBlock({ ...stated, ...other }, sources);
  const parcel = { outline: outlineIn(result), ask: port.ask && (() => outlineAt(port, place)) };
  return [
    mapBlock(result, groundOf(fieldsOf(result.subject)), parcel),
    facts.hasChildNodes() ? facts : undefined,
    records.length > 0 ? recordsBlock(records, port) : undefined,
    partsBlock(result.components),
    coverageBlock(result.lanes, port, place),
  ];
}

function chooserOf(tool: string, queried: Fields, port: ViewPort): ((place: string) => Promise<void>) | undefined {
  const { ask } = port;
  const key = ['address', 'place'].find((name) => textOf(queried[name]));
  if (!ask || !key) return undefined;
  return async (place) => {
    const args = { ...queried, [key]: place };
    port.show(await ask(tool, args), args);
  };
}

function foldsBlock(folds: readonly (HTMLElement | undefined)[]): HTMLElement | undefined {
  const present = folds.filter((part) => part !== undefined);
  return present.length > 0 ? html('div', { class: 'folds' }, ...present) : undefined;
}

let shown = 0;

function answerCard(tool: string, result: Fields, queried: Fields, port: ViewPort): HTMLElement {
  shown += 1;
  const sources = new Sources(result.citations, port, `answer-${shown}`);
  const place = placeIn(queried, { ...fieldsOf(result.subject), ...(textOf(result.place) && { input: result.place }) });
  const { state } = result;
  const summary = textOf(result.summary);
  const limits = [...strings(result.warnings), ...strings(result.limits)];
  const content = [
    isState(state) ? stateBlock(state) : undefined,
    summary ? html('p', { class: 'summary' }, readable(summary)) : undefined,
    subjectBlock(result, chooserOf(tool, queried, port)),
    ...bodyOf(result, sources, port, place),
    stepsBlock(rowsOf(result.verifyNext), port, place),
    offersBlock(result.buyRecommendations, port, place),
  ];
  const list = sources.list();
  const folds = [
    list ? fold('Sources', sources.count, list) : undefined,
    searchedFold(rowsOf(result.searched)),
    limits.length > 0 ? fold('Limits', limits.length, listOf(limits)) : undefined,
  ];
  return card(toolTitle(tool), ...content, foldsBlock(folds));
}

const card = (title: string, ...content: (HTMLElement | undefined)[]): HTMLElement =>
  html('article', { class: 'answer' }, html('h2', { tabindex: -1 }, title), ...content);

function priceCard({ tool, priceUsdc, description }: Outcome & { kind: 'price' }): HTMLElement {
  return card(
    toolTitle(tool),
    html(
      'p',
      { class: 'figure' },
      priceUsdc ? `${priceUsdc} USDC` : 'Paid',
      html('span', { class: 'quiet' }, 'per call'),
    ),
    description ? html('p', { class: 'summary' }, description) : undefined,
    html('p', { class: 'quiet' }, 'Nothing was charged. To buy it, tell your assistant; it pays only after you agree.'),
  );
}

/** One outcome as an article, its heading ready to take the focus. */
export function outcomeCard(outcome: Outcome, queried: Fields, port: ViewPort): HTMLElement {
  if (outcome.kind === 'answer') return answerCard(outcome.tool, outcome.result, queried, port);
  if (outcome.kind === 'price') return priceCard(outcome);
  return card(toolTitle(outcome.tool), html('p', { class: 'summary' }, outcome.title), html('p', {}, outcome.detail));
}

/** The outcome in one sentence, for those who hear the page. */
export function outcomeWords(outcome: Outcome): string {
  const title = toolTitle(outcome.tool);
  if (outcome.kind === 'fault') return `${title}: ${outcome.title}. ${outcome.detail}`;
  if (outcome.kind === 'price') return `${title}: ${outcome.priceUsdc ?? ''} USDC. Nothing was charged.`;
  const { state, summary } = outcome.result;
  return `${title}: ${isState(state) ? stateWord(state) : 'shown'}. ${textOf(summary) ?? ''}`;
}
