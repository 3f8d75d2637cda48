import { groupBy } from '../kernel/group.ts';
import { busyButton, html, part, quiet } from './dom.ts';
import { type Fields, fieldsOf, isPaid, rowsOf, textOf, toolIn, toolTitle, type ViewPort } from './port.ts';
import { withAbout } from './questions.ts';
import { askButton } from './steps.ts';

/** Whether a fact is a plan: steps with a tool, its arguments and an order. */
export const isPlan = (value: unknown): boolean =>
  rowsOf(value).length > 0 && rowsOf(value).every(({ order, tool }) => typeof order === 'number' && toolIn(tool));

/** A step with the arguments of the plan; where it has none, those that follow from the place. */
function stepButton(step: Fields, port: ViewPort, place: Fields): HTMLElement {
  const tool = toolIn(step.tool) ?? '';
  const args = fieldsOf(step.arguments);
  const label = isPaid(tool) ? `${toolTitle(tool)}: see its terms` : toolTitle(tool);
  if (Object.keys(args).length === 0 || isPaid(tool)) return askButton(port, tool, label, { ...place, ...args });
  return busyButton(label, 'step', async () => {
    const outcome = await port.ask?.(tool, args);
    const about = outcome?.kind === 'fault' ? await port.aboutOf?.(tool) : undefined;
    if (outcome) port.show(about ? withAbout(outcome, about) : outcome, args);
  });
}

function stepItem(step: Fields, port: ViewPort, place: Fields): HTMLElement {
  const tool = toolIn(step.tool) ?? '';
  const price = textOf(step.priceUsdc);
  return html(
    'li',
    {},
    port.ask ? stepButton(step, port, place) : html('code', {}, tool),
    price && isPaid(tool) ? html('span', { class: 'price' }, ` ${price} USDC`) : undefined,
    quiet(textOf(step.why)),
  );
}

/** The steps of a plan as one numbered list of buttons, those of one stage that can run together under one heading. */
export function planBlock(steps: unknown, port: ViewPort, place: Fields): HTMLElement | undefined {
  if (!isPlan(steps)) return undefined;
  const groups = groupBy(rowsOf(steps), ({ parallelGroup, order }) => String(parallelGroup ?? order));
  const items = [...groups.values()].map((group) =>
    html(
      'ol',
      { class: 'steps plan', start: Number(group[0]?.order) || 1 },
      ...group.map((step) => stepItem(step, port, place)),
    ),
  );
  const parts = items.flatMap((list, at) => [
    ...(items.length > 1 ? [html('h4', {}, at === 0 ? 'These can run together' : 'Then')] : []),
    list,
  ]);
  return part('The plan', undefined, ...parts);
}
