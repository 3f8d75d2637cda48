import { z } from 'zod';
import type { ToolContext } from '../../catalog/context.ts';
import { mapBounded, within } from '../../kernel/bounded.ts';
import { defined } from '../../kernel/defined.ts';
import { filled } from '../../kernel/nearby-shape.ts';
import type { Resolution } from '../../kernel/ports/place.ts';
import { precisions } from '../../kernel/subject.ts';

/** Two spellings of one address are the same here where they differ in case, spaces and punctuation alone. */
const spelledAlike = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();

const one = z.string().trim().min(5).max(240);

/** Refuses an address that is in the list already, under its own path. */
export const eachOnce =
  (messageOf: (first: number) => string) =>
  (addresses: readonly string[], ctx: z.RefinementCtx): void => {
    const spelled = addresses.map(spelledAlike);
    for (const [index, address] of spelled.entries()) {
      const first = spelled.indexOf(address);
      if (first !== index) ctx.addIssue({ code: 'custom', path: [index], message: messageOf(first) });
    }
  };

/** So many addresses in the order of the request, each once. */
export const addressList = (min: number, max: number) =>
  z
    .array(one)
    .min(min)
    .max(max)
    .superRefine(eachOnce((first) => `is the same address as addresses.${first}`))
    .describe(`${min} to ${max} US street addresses exactly as the user gave them, each once`);

const states = ['resolved', 'ambiguous', 'unresolved', 'unavailable', 'not_asked'] as const;

export const ListedAddressSchema = z.strictObject({
  position: z.int().min(1).describe('From 1, in the order of the request'),
  input: z.string(),
  state: z.enum(states).describe('not_asked: not needed for what this answer says, or not answered in time'),
  resolved: z.string().optional().describe('What it was matched as'),
  precision: z.enum(precisions).optional(),
  reason: z.string().optional(),
  candidates: z.array(z.string()).optional().describe('Addresses that may be meant'),
});
export type ListedAddress = z.infer<typeof ListedAddressSchema>;

function listed(resolution: Resolution, position: number): ListedAddress {
  const { state, subject } = resolution;
  const { input } = subject;
  const { resolved, precision } = subject;
  if (state === 'resolved') return defined({ position, input, state, resolved, precision });
  const candidates = filled(subject.candidates.slice(0, 5))?.map(({ label }) => label);
  return defined({ position, input, state, reason: resolution.reason, candidates });
}

export const notAsked = (input: string, index: number): ListedAddress => ({
  position: index + 1,
  input,
  state: 'not_asked',
});

type Ports = Pick<ToolContext, 'place' | 'sources'>;

/** Each address as far as it can be known within the time, some at once. One that is late is `not_asked`. */
export async function resolveAddresses(
  { place, sources }: Ports,
  addresses: readonly string[],
  { limitMs, atOnce }: { readonly limitMs: number; readonly atOnce: number },
): Promise<readonly ListedAddress[]> {
  const until = performance.now() + limitMs;
  return mapBounded(addresses, atOnce, async (address, index) => {
    const left = until - performance.now();
    if (left <= 0) return notAsked(address, index);
    const queried = place.resolve({ address }, sources).then((found) => listed(found, index + 1));
    return within(left, queried, () => notAsked(address, index));
  });
}
