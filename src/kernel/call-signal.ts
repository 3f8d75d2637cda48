import { setMaxListeners } from 'node:events';

/** Does work under a signal that ends with the caller's and with the work itself, whatever the work left running. */
export async function whileWorking<T>(caller: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  const end = () => over.abort();
  setMaxListeners(0, caller);
  caller.addEventListener('abort', end, { once: true });
  if (caller.aborted) end();
  try {
    return await work(over.signal);
  } finally {
    caller.removeEventListener('abort', end);
    end();
  }
}
