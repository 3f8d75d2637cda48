import type { Bound } from '../kernel/over-bound.ts';

/** What a program beside the service sends when it is done. */
export type Outcome<T> = { readonly done: T } | { readonly fault: string; readonly bound: Bound | undefined };
