import * as definitions from '../../tools/index.generated.ts';
import { type Category, categories, type IndexedTool, Registry } from '../catalog/registry.ts';
import { limitsOf } from '../rules/limits.ts';
import { nextChecks } from '../rules/next-checks.ts';

const order = Object.keys(categories);

/** The tools of this package, category by category, each with its limits and the free ones with their next checks. */
export const toolIndex = Object.entries(definitions as unknown as Record<string, IndexedTool['definition']>)
  .map(([path, definition]): IndexedTool => {
    const [category = '', file = ''] = path.split('/');
    const limits = [...new Set([...definition.limits, ...limitsOf(file)])];
    const texts = definition.kind === 'free' ? { limits, verifyNext: nextChecks(file) } : { limits };
    return { category: category as Category, file, definition: { ...definition, ...texts } as typeof definition };
  })
  .toSorted((a, b) => order.indexOf(a.category) - order.indexOf(b.category));

let shipped: Registry | undefined;

/** The tools of this package, put together once per process: no service changes anything about them. */
export function shippedRegistry(): Registry {
  shipped ??= new Registry(toolIndex);
  return shipped;
}
