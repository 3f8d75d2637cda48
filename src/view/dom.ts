type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
type Child = Node | string | undefined;

const svgNamespace = 'http://www.w3.org/2000/svg';

function filled<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** An HTML element. Text is always set as text: nothing of an answer is ever read as markup. */
export const html = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] => filled(document.createElement(tag), attributes, children);

export const svg = <K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] => filled(document.createElementNS(svgNamespace, tag), attributes, children);

/** A drawing of the renderer of reports, which escapes every text that it is given; it is read as XML and runs nothing. */
export const drawing = (markup: string): Element =>
  document.importNode(new DOMParser().parseFromString(markup, 'image/svg+xml').documentElement, true);

/** A button that does something here; it submits nothing. */
export function button(label: string, className: string, act: () => void, ...more: Child[]): HTMLButtonElement {
  const made = html('button', { type: 'button', class: className }, label, ...more);
  made.addEventListener('click', act);
  return made;
}

/** A button whose work takes time: it is busy meanwhile and ignores further presses. */
export function busyButton(label: string, className: string, act: () => Promise<void>): HTMLButtonElement {
  const made = button(label, className, async () => {
    if (made.getAttribute('aria-busy') === 'true') return;
    made.setAttribute('aria-busy', 'true');
    await act();
    made.removeAttribute('aria-busy');
  });
  return made;
}

/** Words in the quiet style; none where there is no text. */
export const quiet = (text: string | undefined, tag: 'span' | 'p' = 'span'): HTMLElement | undefined =>
  text ? html(tag, { class: 'quiet' }, text) : undefined;

const countOf = (count: number | undefined) =>
  count === undefined ? undefined : html('span', { class: 'count' }, String(count));

/** A part of an answer under its heading; `count` follows the heading. */
export const part = (title: string, count: number | undefined, ...content: Child[]): HTMLElement =>
  html('section', { class: 'part' }, html('h3', {}, title, countOf(count)), ...content);

/** A table with its heads; `caption` is for those who hear the page. */
export const tableWith = (caption: string, heads: readonly HTMLElement[], body: HTMLElement): HTMLElement =>
  html('table', {}, html('caption', { class: 'heard' }, caption), html('thead', {}, html('tr', {}, ...heads)), body);

/** Marks of a picture as a numbered list, each with what is known of it. */
export const legendOf = (marks: readonly (readonly [label: string, about: string])[]): HTMLDetailsElement =>
  fold(
    'Marks by distance',
    marks.length,
    html(
      'ol',
      { class: 'legend' },
      ...marks.map(([label, about]) => html('li', {}, label, html('span', { class: 'quiet' }, about))),
    ),
  );

/** A part that a reader opens; `count` follows its title. */
export const fold = (title: string, count: number | undefined, ...content: Child[]): HTMLDetailsElement =>
  html('details', {}, html('summary', {}, title, countOf(count)), ...content);

/** Sections that begin with their heading: those after the first ones are folded under it. */
export const foldedAfter = (open: number, sections: readonly HTMLElement[]): HTMLElement[] =>
  sections.map((section, index) => {
    const [heading, ...content] = [...section.children];
    if (index < open || !heading) return section;
    return html('details', { class: 'part folded' }, html('summary', {}, heading), ...content);
  });
