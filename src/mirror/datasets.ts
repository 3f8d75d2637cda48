import { type Fields, mirrorColumns } from '../fields/table.ts';
import * as tables from './dataset-tables.generated.ts';
import { type Dataset, readDataset } from './engine/dataset.ts';

/** The mirrored datasets, by id. */
export const datasets: readonly Dataset[] = Object.entries<{ readonly fields: Fields }>(tables).map(([id, table]) =>
  readDataset(id, mirrorColumns(table)),
);
