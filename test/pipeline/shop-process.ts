import { startChild } from '../child-process.ts';
import { childScript } from '../child-script.ts';
import type { Rail } from '../rail/rail.ts';
import type { ShopReply } from './shop.ts';
import type { ChildOptions } from './shop-child.ts';

const script = await childScript(new URL('./shop-child.ts', import.meta.url));

/** Where the local chains are paid, and who settles there. */
export const chainsOf = ({ evm, solana, facilitator }: Rail) => ({
  facilitatorUrl: facilitator.url,
  evm: { payTo: evm.payTo, rpcUrl: evm.rpcUrl },
  solana: { payTo: solana.payTo, rpcUrl: solana.rpcUrl },
  timeoutMs: 5_000,
});

/** A shop in a process of its own, which can be killed. */
export async function startShop(options: ChildOptions) {
  const { line, kill } = startChild(script, options);
  const url = await line();
  const post = async (
    slug: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<Pick<ShopReply, 'status' | 'headers' | 'json'>> => {
    const response = await fetch(`${url}/api/${slug}`, { method: 'POST', body: JSON.stringify(body), headers });
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
  return { line, kill, post };
}

type ShopProcess = Awaited<ReturnType<typeof startShop>>;

/** Sends the identical request until the claim of a process that died has run out; the reply that is not "not yet". */
export async function resendUntilDecided(shop: ShopProcess, ...request: Parameters<ShopProcess['post']>) {
  for (;;) {
    const reply = await shop.post(...request);
    if (reply.status !== 409 || reply.json.code !== 'payment_processing_retry') return reply;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
