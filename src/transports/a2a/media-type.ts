/**
 * Media type of an answer or an error: the protocol's own for whoever asks for it, plain JSON for everybody else and for
 * JSON-RPC.
 */
export const answerType = (rpc: boolean, accept: unknown): string =>
  !rpc && String(accept ?? '').includes('application/a2a+json') ? 'application/a2a+json' : 'application/json';
