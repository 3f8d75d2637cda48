import { wordsOf } from '../products/shared/compose/labels.ts';
import { readable } from '../reports/words.ts';
import { coverageBlock } from './coverage.ts';
import { busyButton, fold, html, part } from './dom.ts';
import { actions, downloadsOf } from './downloads.ts';
import { factsBlock } from './facts.ts';
import { formBlock } from './form.ts';
import { groundOf, mapBlock } from './map.ts';
import { isFirstLook, openingCards } from './opening.ts';
import { baseAt, outlineIn } from './outline.ts';
import { isPlan, planBlock } from './plan.ts';
import { type Fields, fault, fieldsOf, type Outcome, rowsOf, textOf, toolTitle, type ViewPort } from './port.ts';
import { placeIn } from './questions.ts';
import { recordsBlock } from './records.ts';
import { Sources } from './sources.ts';
import { isState, stateBlock, stateTag, stateWord } from './state.ts';
import { offersBlock, stepsBlock } from './steps.ts';
import { subjectBlock } from './subject.ts';
import { challengeBlock, priceIn, termsBlock } from './terms.ts';

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
  const parts = Object.entries(fieldsOf(components)).filter(([, one]) => isState(fieldsOf(one).state));
  if (parts.length === 0) return undefined;
  const items = parts.map(([name, one]) => {
    const { state, reason } = fieldsOf(one);
    return stateItem(wordsOf(name), state, [textOf(reason)]);
  });
  return part('Parts', undefined, html('ul', { class: 'plain' }, ...items));
}

function bodyOf(result: Fields, sources: Sources, port: ViewPort, place: Fields): (HTMLElement | undefined)[] {
  const other = Object.fromEntries(Object.entries(result).filter(([key]) => !shownApart.has(key)));
  const records = rowsOf(result.records);
  // the map draws the first two, the opening and the plan have blocks of their own
  const { outlineRings, roadLines, standsOut, plan, ...stated } = fieldsOf(result.facts);
  const facts = factsBlock({ ...stated, ...(!isPlan(plan) && plan !== undefined && { plan }), ...other }, sources);
  const parcel = { outline: outlineIn(result), ask: port.ask && (() => baseAt(port, place)) };
  const first = isFirstLook(result);
  return [
    first ? html('div', { class: 'opening' }, ...openingCards(result, sources)) : undefined,
    planBlock(plan, port, place),
    mapBlock(result, groundOf(fieldsOf(result.subject)), parcel),
    facts.hasChildNodes() ? facts : undefined,
    records.length > 0 ? recordsBlock(records, port) : undefined,
    first ? undefined : partsBlock(result.components),
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
  const subject = { ...fieldsOf(result.subject), ...(textOf(result.place) && { input: result.place }) };
  const place = placeIn(queried, subject, port.place?.());
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
  const more = actions(changeButton(tool, queried, port), ...downloadsOf(tool, result, port));
  return card(toolTitle(tool), ...content, foldsBlock(folds), more);
}

/** Leads to the form of the tool, filled with what was asked. */
function changeButton(tool: string, queried: Fields, port: ViewPort): HTMLElement | undefined {
  const { aboutOf, ask } = port;
  if (!aboutOf || !ask) return undefined;
  return busyButton('Change the question', 'more', async () => {
    const about = await aboutOf(tool);
    port.show(about ? { kind: 'form', tool, about } : fault(tool, 'This server publishes no such tool.'), queried);
  });
}

const card = (title: string, ...content: (HTMLElement | undefined)[]): HTMLElement =>
  html('article', { class: 'answer' }, html('h2', { tabindex: -1 }, title), ...content);

function termsCard(
  { tool, challenge, about }: Outcome & { kind: 'terms' },
  queried: Fields,
  port: ViewPort,
): HTMLElement {
  const change = actions(changeButton(tool, queried, port));
  return card(toolTitle(tool), termsBlock(tool, about ?? {}, challenge), challengeBlock(challenge), change);
}

/** One outcome as an article, its heading ready to take the focus. */
export function outcomeCard(outcome: Outcome, queried: Fields, port: ViewPort): HTMLElement {
  const { tool } = outcome;
  if (outcome.kind === 'answer') return answerCard(tool, outcome.result, queried, port);
  if (outcome.kind === 'terms') return termsCard(outcome, queried, port);
  if (outcome.kind === 'form')
    return card(toolTitle(tool), formBlock(tool, outcome.about, queried, port, outcome.problem));
  return card(toolTitle(tool), html('p', { class: 'summary' }, outcome.title), html('p', {}, outcome.detail));
}

/** The outcome in one sentence, for those who hear the page. */
export function outcomeWords(outcome: Outcome): string {
  const title = toolTitle(outcome.tool);
  if (outcome.kind === 'fault') return `${title}: ${outcome.title}. ${outcome.detail}`;
  if (outcome.kind === 'terms')
    return `${title}: ${priceIn(outcome.challenge, outcome.about) ?? ''} USDC. Nothing was charged.`;
  if (outcome.kind === 'form') return `${title}: fill in the form. ${outcome.problem ?? ''}`;
  const { state, summary } = outcome.result;
  return `${title}: ${isState(state) ? stateWord(state) : 'shown'}. ${textOf(summary) ?? ''}`;
}
