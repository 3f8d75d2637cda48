// a program of its own: loads the file of one dataset and ends; it ends with the service too
import { OverBound } from '../kernel/over-bound.ts';
import { datasets } from '../mirror/datasets.ts';
import type { Dataset } from '../mirror/engine/dataset.ts';
import { type Loaded, type LoadOptions, loadDataset } from '../mirror/engine/load.ts';
import { columnsOfLane } from '../mirror/place-dataset.ts';
import type { Outcome } from './outcome.ts';

interface Import {
  readonly dataset: Omit<Dataset, 'columns'>;
  readonly paths: readonly string[];
  readonly options: LoadOptions;
}

/** The columns have functions, which no message carries. */
function whole(dataset: Import['dataset']): Dataset {
  const columns = dataset.lane ? columnsOfLane(dataset.lane) : datasets.find(({ id }) => id === dataset.id)?.columns;
  if (!columns) throw new Error(`no dataset ${dataset.id}`);
  return { ...dataset, columns };
}

async function run({ dataset, paths, options }: Import): Promise<Outcome<Loaded>> {
  try {
    return { done: await loadDataset(whole(dataset), paths, options) };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { fault, bound: error instanceof OverBound ? error.bound : undefined };
  }
}

process.once('disconnect', () => process.exit());
process.once('message', (sent) => {
  void run(sent as Import).then((outcome) => process.send?.(outcome, () => process.disconnect()));
});
