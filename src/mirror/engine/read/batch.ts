export interface Batch {
  readonly header: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly geometries?: readonly unknown[];
}
