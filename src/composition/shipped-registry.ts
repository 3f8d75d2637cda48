import * as definitions from '../../tools/index.generated.ts';
import { type Category, categories, type IndexedTool, Registry } from '../catalog/registry.ts';
import { nextChecks } from '../rules/next-checks.ts';

const order = Object.keys(categories);

/** The tools of this package, category by category, each free one with its next checks. */
export const toolIndex = Object.entries(definitions as unknown as Record<string, IndexedTool['definition']>)
  .map(([path, definition]): IndexedTool => {
    const [category = '', file = ''] = path.split('/');
    const { kind } = definition;
    return {
      category: category as Category,
      file,
      definition: kind === 'free' ? { ...definition, verifyNext: nextChecks(file) } : definition,
    };
  })
  .toSorted((a, b) => order.indexOf(a.category) - order.indexOf(b.category));

let shipped: Registry | undefined;

/** The tools of this package, put together once per process: no service changes anything about them. */
export function shippedRegistry(): Registry {
  shipped ??= new Registry(toolIndex);
  return shipped;
}
