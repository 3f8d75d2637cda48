import { busyButton, html, part, quiet } from './dom.ts';
import { type Fields, rowsOf, textOf, toolIn, toolTitle, type ViewPort } from './port.ts';
import { askAt } from './questions.ts';
import { link } from './sources.ts';

/** A button that calls another tool at the same place. */
export const askButton = (
  port: ViewPort,
  tool: string,
  label: string,
  place: Fields,
  className = 'step',
): HTMLElement =>
  busyButton(label, className, async () => {
    const { outcome, args } = await askAt(port, tool, place);
    port.show(outcome, args);
  });

function stepItem(step: Fields, port: ViewPort, place: Fields): HTMLElement {
  const action = textOf(step.action) ?? '';
  const tool = toolIn(step.with);
  if (tool && port.ask) return html('li', {}, askButton(port, tool, action, place));
  const office = tool ? `with the tool ${tool}` : textOf(step.with);
  const url = textOf(step.url);
  return html('li', {}, url ? link(port, action, url) : action, quiet(office));
}

/** What to check next: the tools that answer it as buttons, the offices with their pages. */
export function stepsBlock(steps: readonly Fields[], port: ViewPort, place: Fields): HTMLElement | undefined {
  if (steps.length === 0) return undefined;
  const items = steps.map((step) => stepItem(step, port, place));
  return part('Check next', undefined, html('ul', { class: 'steps' }, ...items));
}

/** Paid reports that have substance here, with their price. The button asks for the price; it never pays. */
export function offersBlock(offers: unknown, port: ViewPort, place: Fields): HTMLElement | undefined {
  const rows = rowsOf(offers).filter(({ slug }) => toolIn(slug));
  if (rows.length === 0) return undefined;
  const items = rows.map((row) => {
    const slug = textOf(row.slug) ?? '';
    const head = html(
      'span',
      { class: 'offer-head' },
      html('strong', {}, toolTitle(slug)),
      html('span', { class: 'price' }, `${textOf(row.priceUsdc) ?? ''} USDC`),
    );
    const see = port.ask ? askButton(port, slug, 'See its terms', place, 'more') : undefined;
    return html('li', {}, head, quiet(textOf(row.rationale)), see);
  });
  const free = quiet('Its terms cost nothing to read. Nothing is bought from this view.', 'p');
  return part('Reports that can be bought here', undefined, html('ul', { class: 'offers' }, ...items), free);
}
