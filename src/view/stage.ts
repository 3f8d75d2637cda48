import { outcomeCard, outcomeWords } from './answer.ts';
import { button, html } from './dom.ts';
import type { Fields, Outcome, ViewPort } from './port.ts';

interface Shown {
  readonly card: HTMLElement;
  readonly scroll: number;
}

export class Stage {
  readonly root: HTMLElement;
  readonly #status = html('p', { class: 'heard', role: 'status' });
  readonly #holder = html('div');
  readonly #before: Shown[] = [];
  #card: HTMLElement | undefined;

  constructor(root: HTMLElement) {
    this.root = root;
    root.replaceChildren(this.#status, this.#holder);
  }

  wait(text: string): void {
    this.#status.textContent = text;
    this.#holder.replaceChildren(html('p', { class: 'waiting' }, text));
    this.#card = undefined;
  }

  /**
   * Shows an outcome.
   * @param follows whether the reader called the tool here: the previous answer stays one step back, and the focus moves to the new one
   */
  show(outcome: Outcome, queried: Fields, port: ViewPort, follows: boolean): void {
    const card = outcomeCard(outcome, queried, port);
    if (follows && this.#card) this.#before.push({ card: this.#card, scroll: window.scrollY });
    else this.#before.length = 0;
    this.#draw(card);
    this.#status.textContent = outcomeWords(outcome);
    if (follows) this.#lookAt(card);
  }

  #lookAt(card: HTMLElement): void {
    this.root.scrollIntoView({ block: 'nearest' });
    card.querySelector('h2')?.focus();
  }

  #draw(card: HTMLElement): void {
    const back = this.#before.length > 0 ? [button('Back', 'back', () => this.#back())] : [];
    this.#holder.replaceChildren(...back, card);
    this.#card = card;
  }

  #back(): void {
    const before = this.#before.pop();
    if (!before) return;
    this.#draw(before.card);
    window.scrollTo(0, before.scroll);
    before.card.querySelector('h2')?.focus();
  }
}
