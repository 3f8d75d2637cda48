import { toolIndex } from '../../tools/index.generated.ts';
import { Registry } from '../catalog/registry.ts';

let shipped: Registry | undefined;

/** The tools of this package, put together once per process: no service changes anything about them. */
export function shippedRegistry(): Registry {
  shipped ??= new Registry(toolIndex);
  return shipped;
}
