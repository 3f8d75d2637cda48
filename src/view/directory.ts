import { busyButton, html } from './dom.ts';
import { type Fields, rowsOf, textOf, toolIn } from './port.ts';
import { catalog } from './service.ts';

function toolItem(
  { name, title, summary, priceUsdc, rail }: Fields,
  open: (tool: string) => Promise<void>,
): HTMLElement | undefined {
  const tool = toolIn(name);
  const about = textOf(summary);
  const price = rail === 'paid' ? textOf(priceUsdc) : undefined;
  if (!tool) return undefined;
  return html(
    'li',
    {},
    busyButton(textOf(title) ?? tool, 'step', () => open(tool)),
    price ? html('span', { class: 'price' }, ` ${price} USDC`) : undefined,
    about ? html('span', { class: 'quiet' }, about) : undefined,
  );
}

/** Fills each category with its tools when it is first opened; each leads to its form. */
export function fillDirectory(categories: Iterable<HTMLDetailsElement>, open: (tool: string) => Promise<void>): void {
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
