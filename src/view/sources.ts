import { moment, sourceDateOf, webAddress } from '../reports/words.ts';
import { html } from './dom.ts';
import { type Fields, isFields, textOf, type ViewPort } from './port.ts';

/** A link that the host opens, as views may not navigate; text where the address is none that a browser opens. */
export function link(port: ViewPort, text: string, url: string | undefined): HTMLElement | string {
  const href = webAddress(url);
  if (href === undefined) return text;
  const anchor = html('a', { href, target: '_blank', rel: 'noopener noreferrer' }, text);
  anchor.addEventListener('click', (event) => {
    event.preventDefault();
    port.open(href);
  });
  return anchor;
}

interface Numbered {
  readonly number: number;
  readonly citation: Fields;
  readonly item: HTMLLIElement;
}

/** The sources of one answer, numbered as they are first cited; what nothing cites follows in its own order. */
export class Sources {
  readonly #citations: Fields;
  readonly #port: ViewPort;
  readonly #prefix: string;
  readonly #numbered = new Map<string, Numbered>();

  constructor(citations: unknown, port: ViewPort, prefix: string) {
    this.#citations = isFields(citations) ? citations : {};
    this.#port = port;
    this.#prefix = prefix;
  }

  #numberOf(key: string): Numbered | undefined {
    const known = this.#numbered.get(key);
    const citation = this.#citations[key];
    if (known || !isFields(citation)) return known;
    const number = this.#numbered.size + 1;
    const item = html('li', { id: `${this.#prefix}-source-${number}`, tabindex: -1 });
    const numbered = { number, citation, item };
    this.#numbered.set(key, numbered);
    return numbered;
  }

  /** The mark of a citation; it leads to the source and opens the list where it is folded. */
  mark(key: unknown): HTMLElement | undefined {
    const numbered = typeof key === 'string' ? this.#numberOf(key) : undefined;
    if (!numbered) return undefined;
    const { number, item, citation } = numbered;
    const name = `Source ${number}: ${textOf(citation.sourceName) ?? ''}`;
    const made = html('button', { type: 'button', class: 'mark', 'aria-label': name, title: name }, String(number));
    made.addEventListener('click', () => {
      const folded = item.closest('details');
      if (folded) folded.open = true;
      item.scrollIntoView({ block: 'nearest' });
      item.focus();
    });
    return made;
  }

  #fill({ citation, item }: Numbered): HTMLLIElement {
    const port = this.#port;
    const { sourceName, sourceUrl, recordId, recordUrl, sourceDate, fetchedAt, evidence, licenseNote } = citation;
    const details = html('p', { class: 'quiet' });
    const add = (...parts: (Node | string)[]) => details.append(details.hasChildNodes() ? ' · ' : '', ...parts);
    const record = textOf(recordId);
    if (record) add('Record ', link(port, record, textOf(recordUrl)));
    else if (textOf(recordUrl)) add(link(port, 'The record itself', textOf(recordUrl)));
    const date = textOf(sourceDate);
    add(date ? `Source date ${sourceDateOf(date)}` : 'The source gives no date');
    const read = textOf(fetchedAt);
    if (read) add(`Read ${moment(read)}`);
    const reference = textOf(evidence);
    if (reference && port.evidenceUrl) add(link(port, 'What was queried and answered', port.evidenceUrl(reference)));
    item.replaceChildren(html('p', {}, link(port, textOf(sourceName) ?? 'Source', textOf(sourceUrl))), details);
    const note = textOf(licenseNote);
    if (note) item.append(html('p', { class: 'quiet' }, note));
    return item;
  }

  /** All sources, in the order of their numbers; call it when every fact has its mark. */
  list(): HTMLElement | undefined {
    for (const key of Object.keys(this.#citations)) this.#numberOf(key);
    return this.cited();
  }

  /** Those of them that were cited so far. */
  cited(): HTMLElement | undefined {
    const all = [...this.#numbered.values()];
    if (all.length === 0) return undefined;
    return html('ol', { class: 'sources' }, ...all.map((numbered) => this.#fill(numbered)));
  }

  get count(): number {
    return Object.keys(this.#citations).length;
  }
}
