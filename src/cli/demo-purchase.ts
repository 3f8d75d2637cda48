import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../kernel/canonical.ts';
import { verifyBundle } from '../products/place-report/bundle/verify.ts';
import { paint, say } from './terminal.ts';

type DemoRail = typeof import('../../test/upstreams/demo-rail.ts');

/**
 * The local chain and the published client of the demo. Undefined in an installed package, which does not carry them.
 */
export async function loadRail(): Promise<DemoRail | undefined> {
  try {
    return (await import(new URL('./demo-rail.mjs', import.meta.url).href)) as DemoRail;
  } catch {
    return undefined;
  }
}

interface Shop {
  readonly baseUrl: string;
  readonly rail: Awaited<ReturnType<DemoRail['startRail']>>;
  readonly openBuyer: DemoRail['openBuyer'];
}

interface Receipt {
  readonly transaction: string;
  readonly payer?: string;
  readonly network: string;
}

const receiptOf = (response: Response) =>
  JSON.parse(Buffer.from(response.headers.get('payment-response') ?? 'e30=', 'base64').toString('utf8')) as Receipt;

/** Buys one answer as a published client does, shows the receipt, and sends the same payment again. */
export async function showPurchase({ baseUrl, rail, openBuyer }: Shop, body: object): Promise<void> {
  const url = `${baseUrl}/api/svc-flood-zone`;
  const challenge = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { accepts = [] } = (await challenge.json()) as { accepts?: { network: string; amount: string }[] };
  say(
    `  unpaid: HTTP ${challenge.status}, ${accepts.map(({ network, amount }) => `${Number(amount) / 1e6} USDC on ${network}`).join(' or ')}`,
  );
  const buyer = await openBuyer(rail);
  const before = await rail.evm.balance(buyer.address as `0x${string}`);
  const { response, resend } = await buyer.buy(url, body);
  const bytes = await response.text();
  const receipt = receiptOf(response);
  const after = await rail.evm.balance(buyer.address as `0x${string}`);
  say(
    `  paid:   HTTP ${response.status}, receipt ${paint('bold', receipt.transaction)} on ${receipt.network}, payer ${receipt.payer}`,
  );
  say(
    `          ${Number(before - after) / 1e6} USDC moved; body of ${bytes.length} bytes, sha256 ${sha256(bytes).slice(0, 16)}…`,
  );
  const replay = await resend();
  const again = await replay.text();
  const moved = after - (await rail.evm.balance(buyer.address as `0x${string}`));
  say(
    `  replay: HTTP ${replay.status}, ${again === bytes ? 'the same bytes' : 'OTHER BYTES'}, ${Number(moved) / 1e6} USDC moved`,
  );
}

async function bought<T extends { readonly summary?: string }>(
  { baseUrl, rail, openBuyer }: Shop,
  slug: string,
  body: object,
) {
  const { response, resend } = await (await openBuyer(rail)).buy(`${baseUrl}/api/${slug}`, body);
  const sold = (await response.json()) as T;
  if (response.status !== 200) throw new Error(`${slug} was not sold: HTTP ${response.status}`);
  say(`  paid:   HTTP ${response.status}, receipt ${paint('bold', receiptOf(response).transaction)}`);
  say(`  ${sold.summary ?? ''}`);
  return { sold, resend };
}

const copies = ['json', 'html', 'pdf', 'svg', 'geojson', 'csv', 'bundle.json'] as const;

/** Buys a place report and puts its owner-free copies into a folder that stays. */
export async function showReport(shop: Shop, body: object): Promise<void> {
  const { sold } = await bought<{ id: string; summary?: string }>(shop, 'svc-place-report', body);
  const folder = mkdtempSync(join(tmpdir(), 'place-report-'));
  for (const ending of copies) {
    const copy = await fetch(`${shop.baseUrl}/reports/${sold.id}.${ending}`);
    if (!copy.ok) {
      say(`  ${ending}: not kept (HTTP ${copy.status})`);
      continue;
    }
    const path = join(folder, `report.${ending}`);
    const bytes = Buffer.from(await copy.arrayBuffer());
    writeFileSync(path, bytes);
    say(`  ${path}`);
    if (ending !== 'bundle.json') continue;
    const { ok, checks } = verifyBundle(bytes);
    say(
      `  place-records verify: ${ok ? `all ${checks.length} checks of the evidence bundle held` : 'A CHECK FAILED'}, without a network`,
    );
  }
}

/** Buys an answer with a licensed part, and gets its page by sending the same payment with another `Accept`. */
export async function showLicensed(shop: Shop, body: object): Promise<void> {
  const { resend } = await bought(shop, 'svc-solar-property-screen', body);
  const page = await resend({ accept: 'text/html' });
  const path = join(mkdtempSync(join(tmpdir(), 'solar-screen-')), 'screen.html');
  writeFileSync(path, await page.text());
  say(`  ${path}`);
}
