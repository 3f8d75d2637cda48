/** A batch of rows as arrays, with the header that names their columns. */
export interface Batch {
  readonly header: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** GeoJSON geometry of each row. */
  readonly geometries?: readonly unknown[];
}
