export type Bound = 'download' | 'unfolded' | 'rows' | 'time' | 'memory';

/** A file was given up since it, or the work on it, went over a bound: trying again at once would not change it. */
export class OverBound extends Error {
  override readonly name = 'OverBound';
  readonly bound: Bound;

  constructor(bound: Bound, message: string) {
    super(message);
    this.bound = bound;
  }
}
