import { exceededBound, exceededBounds } from '../json-bounds.ts';

/** The id that an error about this message may echo. */
export function idOf(message: unknown): string | number | null {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return null;
  const { id } = message as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

export interface RpcError {
  readonly jsonrpc: '2.0';
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

export function rpcError(code: number, message: string, id: string | number | null = null): RpcError {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** Text as a JSON value that is safe to walk, or the JSON-RPC error that says why not. */
export function parseMessage(text: string): { value: unknown } | { refused: RpcError } {
  const exceeded = exceededBound(text);
  if (exceeded) return { refused: rpcError(-32600, `Invalid request: ${exceededBounds[exceeded]}`) };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { refused: rpcError(-32700, 'Parse error: the message is not valid JSON') };
  }
}
