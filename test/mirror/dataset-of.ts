import { datasets } from '../../src/mirror/datasets.ts';
import type { Dataset } from '../../src/mirror/engine/dataset.ts';

/** A dataset of the package by its id. */
export function datasetOf(id: string): Dataset {
  const dataset = datasets.find((one) => one.id === id);
  if (!dataset) throw new Error(`no dataset ${id}`);
  return dataset;
}
