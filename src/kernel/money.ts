/** Integer amount of USDC in its smallest unit (6 decimals). */
export type AtomicUsdc = bigint & { readonly __unit: 'atomic-usdc' };

/** "0.05" -> 50000n. Throws on anything that is not a plain decimal with at most six places. */
export function parseUsdc(decimal: string): AtomicUsdc {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(decimal);
  if (!match) throw new RangeError(`not a USDC amount: ${decimal}`);
  return (BigInt(match[1] ?? '0') * 1_000_000n + BigInt((match[2] ?? '').padEnd(6, '0'))) as AtomicUsdc;
}

/** 50000n -> "0.05"; two decimals at least. */
export function formatUsdc(amount: AtomicUsdc): string {
  const whole = amount / 1_000_000n;
  const places = (amount % 1_000_000n).toString().padStart(6, '0').replace(/0+$/, '').padEnd(2, '0');
  return `${whole}.${places}`;
}

/** Whether a price is above 1 USDC, the most that published x402 clients pay for a call unless `maxAmountPerPayment` says otherwise. */
export const isAboveClientCap = (priceUsdc: string): boolean => parseUsdc(priceUsdc) > 1_000_000n;

/** Dollars as people write them: "$3,600", and of cents both digits, "$15,020.75". */
export function usd(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  const written = Math.abs(amount).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${amount < 0 ? '-' : ''}$${written}`;
}
