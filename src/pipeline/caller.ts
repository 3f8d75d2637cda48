import { AsyncLocalStorage } from 'node:async_hooks';

const callers = new AsyncLocalStorage<string>();

/** Runs a request of any protocol so that it counts against its caller. `caller`: a network address. */
export const onBehalfOf = <T>(caller: string, work: () => T): T => callers.run(caller, work);

/** The caller of the current call; undefined where it did not come over a network. */
export const callerNow = (): string | undefined => callers.getStore();
