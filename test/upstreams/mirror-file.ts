/** A small hand-written file in the official shape of a mirrored dataset; loaded as synthetic. */
export interface MirrorFile {
  readonly dataset: string;
  /** File name with the ending that tells its format. */
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly part?: string;
  readonly vintage?: string;
}
