import { AsyncLocalStorage } from 'node:async_hooks';

const callers = new AsyncLocalStorage<string>();

/** Runs what a caller asked for, by whatever protocol, so that it counts for that caller. `caller`: a network address. */
export const onBehalfOf = <T>(caller: string, work: () => T): T => callers.run(caller, work);

/** Whose call this is; undefined where it did not come over a network. */
export const callerNow = (): string | undefined => callers.getStore();
