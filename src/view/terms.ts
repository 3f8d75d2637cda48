import { fold, html } from './dom.ts';
import { type About, type Fields, rowsOf, textOf } from './port.ts';

const microsPerUsdc = 1_000_000;

/** Price of the first offer of an x402 challenge; its amounts are millionths of one USDC. */
function priceOf(challenge: Fields): string | undefined {
  const amount = Number(rowsOf(challenge.accepts)[0]?.amount);
  return Number.isFinite(amount) ? (amount / microsPerUsdc).toFixed(2) : undefined;
}

/** The price in an outcome or in what the catalog publishes, in USDC. */
export const priceIn = (challenge: Fields, about: About = {}): string | undefined =>
  priceOf(challenge) ?? textOf(about.priceUsdc);

const lineOf = (label: string, text: string | undefined) =>
  text === undefined ? undefined : html('div', { class: 'fact' }, html('dt', {}, label), html('dd', {}, text));

/** Price, what is delivered and when it is charged: all that a buyer has to know before paying. Nothing is paid here. */
export function termsBlock(tool: string, about: About, challenge: Fields = {}): HTMLElement {
  const price = priceIn(challenge, about);
  const networks = [...new Set(rowsOf(challenge.accepts).flatMap(({ network }) => textOf(network) ?? []))].join(', ');
  const delivered = textOf(about.whenToUse) ?? textOf((challenge.resource as Fields | undefined)?.description);
  return html(
    'section',
    { class: 'terms' },
    html('p', { class: 'figure' }, price ? `${price} USDC` : 'Paid', html('span', { class: 'quiet' }, 'per call')),
    html(
      'dl',
      {},
      lineOf('Delivered', delivered),
      lineOf('Charged when', textOf(about.chargesWhen)),
      lineOf('Free when', textOf(about.freeWhen)),
      lineOf('Not for', textOf(about.notFor)),
      lineOf('Paid over', networks || undefined),
      lineOf('Route', `POST /api/${tool}`),
    ),
  );
}

/** The challenge itself, as a paying client reads it, or why this server gives none. */
export function challengeBlock(challenge: Fields): HTMLElement {
  const refused = textOf(challenge.detail);
  const words = refused
    ? `This server does not sell at the moment: ${refused}`
    : 'Nothing was charged. A client that speaks x402 pays by sending the same request with a payment; an assistant asks you before it pays.';
  const body = html(
    'pre',
    { tabindex: 0, role: 'region', 'aria-label': 'The answer of the route' },
    JSON.stringify(challenge, null, 2),
  );
  return html(
    'div',
    {},
    html('p', { class: 'quiet' }, words),
    fold(refused ? 'The answer of the route' : 'The 402 challenge', undefined, body),
  );
}
