import type { Answer } from '../../src/kernel/answer.ts';
import { openService } from '../harness.ts';
import type { Fault } from '../upstreams/faults.ts';

export const raleigh = '222 W Hargett St, Raleigh, NC 27601';
export const chicago = '121 N LaSalle St, Chicago, IL 60602';
export const newYork = '100 Gold St, New York, NY 10038';
export const philadelphia = '1515 Market St, Philadelphia, PA 19102';
export const biloxi = '140 Lameuse St, Biloxi, MS 39530';
export const olathe = '100 E Santa Fe St, Olathe, KS 66061';
export const hartford = '550 Main St, Hartford, CT 06103';

/** One call in a house of its own, so that neither cache nor open circuits of another call answer for it. */
export async function askWith(
  faults: Readonly<Record<string, Fault>>,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const hangs = Object.values(faults).includes('timeout');
  const service = await openService({ mirrors: false, ...(hangs && { sourceTimeoutMs: 1500 }) });
  try {
    for (const [card, fault] of Object.entries(faults)) service.upstreams.setFault(card, fault);
    return await service.call(name, args);
  } finally {
    await service.close();
  }
}

/** One list of an answer's facts; no row where the answer has none. */
export const listOf = (facts: Answer['facts'], name: string) =>
  (facts?.[name] ?? []) as readonly Readonly<Record<string, unknown>>[];

/** Records within a quarter mile, half a mile and a mile, as answers count them. */
export const withinMile = (...counts: readonly [quarter: number, half: number, mile: number]) =>
  [402, 805, 1609].map((withinMeters, at) => ({ withinMeters, count: counts[at] }));
