import type { IncomingMessage, ServerResponse } from 'node:http';
import { x402Facilitator } from '@x402/core/facilitator';
import type { SchemeNetworkFacilitator } from '@x402/core/types';
import { chainNow } from '../clock.ts';
import { serveLocally } from '../local-server.ts';

export type Operation = 'supported' | 'verify' | 'settle';

/** What goes wrong with an operation. `lost`: it is done, and the answer is dropped, `mute`: and none comes; `lie`: it is done and denied. */
export type Fault =
  | { readonly mode: 'delay'; readonly ms: number }
  /** It is done, and the answer is changed. */
  | { readonly mode: 'edit'; readonly by: object }
  | { readonly mode: 'hang' | 'drop' | 'http500' | 'garbage' | 'lost' | 'mute' }
  | { readonly mode: 'reject' | 'lie'; readonly reason: string; readonly transaction?: string };

export interface TestFacilitator {
  readonly url: string;
  readonly calls: Record<Operation, number>;
  /** Payments as they came. */
  readonly received: unknown[];
  /** From now on; `times` bounds how often. */
  fault(operation: Operation, fault: Fault, times?: number): void;
  heal(): void;
  close(): Promise<void>;
}

/** A facilitator made of the published classes behind HTTP, with faults that can be switched on (POST /admin/fault). */
export async function startFacilitator(
  schemes: readonly { network: string; scheme: unknown }[],
): Promise<TestFacilitator> {
  const facilitator = new x402Facilitator();
  for (const { network, scheme } of schemes) facilitator.register(network as never, scheme as SchemeNetworkFacilitator);
  const calls: Record<Operation, number> = { supported: 0, verify: 0, settle: 0 };
  const received: unknown[] = [];
  const faults = new Map<Operation, { fault: Fault; left: number }>();
  const take = (operation: Operation): Fault | undefined => {
    const entry = faults.get(operation);
    if (!entry || entry.left <= 0) return undefined;
    entry.left -= 1;
    return entry.fault;
  };

  const answer = async (operation: Operation, request: IncomingMessage, response: ServerResponse) => {
    const body = await read(request);
    calls[operation] += 1;
    if (body.paymentPayload) received.push(body.paymentPayload);
    const fault = take(operation);
    if (fault?.mode === 'hang') return;
    if (fault?.mode === 'drop') return void request.socket.destroy();
    if (fault?.mode === 'http500') return send(response, 500, { error: 'synthetic fault' });
    if (fault?.mode === 'garbage') return void response.end('<html>not what you queried for</html>');
    if (fault?.mode === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms));
    const deny = ({ reason, transaction = '' }: Extract<Fault, { reason: string }>) => {
      if (operation === 'verify') return send(response, 200, { isValid: false, invalidReason: reason });
      const network = body.paymentRequirements?.network;
      send(response, 200, { success: false, errorReason: reason, transaction, network });
    };
    if (fault?.mode === 'reject') return deny(fault);
    if (operation === 'supported') return send(response, 200, facilitator.getSupported());
    const outcome =
      operation === 'verify'
        ? await facilitator.verify(body.paymentPayload, body.paymentRequirements)
        : await facilitator.settle(body.paymentPayload, body.paymentRequirements);
    if (fault?.mode === 'mute') return;
    if (fault?.mode === 'lost') return void request.socket.destroy();
    if (fault?.mode === 'lie') return deny(fault);
    if (fault?.mode === 'edit') return send(response, 200, { ...outcome, ...fault.by });
    send(response, 200, outcome);
  };

  const server = await serveLocally(async (request, response) => {
    const path = request.url ?? '';
    try {
      const operation = path.slice(1) as Operation;
      if (operation in calls) return await answer(operation, request, response);
      if (path === '/admin/state') return send(response, 200, { calls, faults: [...faults.entries()] });
      if (path === '/admin/fault') {
        const { operation: target, fault, times = Number.POSITIVE_INFINITY } = await read(request);
        if (fault) faults.set(target, { fault, left: times });
        else faults.delete(target);
        return send(response, 200, { ok: true });
      }
      send(response, 404, { error: 'no such path' });
    } catch (error) {
      send(response, 500, { error: error instanceof Error ? error.message : 'failed' });
    }
  });
  return {
    url: server.url,
    calls,
    received,
    fault: (operation, fault, times = Number.POSITIVE_INFINITY) => void faults.set(operation, { fault, left: times }),
    heal: () => faults.clear(),
    close: server.close,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a caller sends
async function read(request: IncomingMessage): Promise<any> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text ? JSON.parse(text) : {};
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return;
  // Node dates answers by a clock that a run on another day does not move
  const date = new Date(chainNow()).toUTCString();
  response.writeHead(status, { 'content-type': 'application/json', date }).end(JSON.stringify(body));
}
