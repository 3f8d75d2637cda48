import { z } from 'zod';
import type { ToolContext } from '../../catalog/context.ts';
import type { CatalogEntry, CatalogPort } from '../../catalog/port.ts';
import { VerifyNextSchema } from '../../kernel/answer.ts';
import type { JobItemPlan } from '../../kernel/ports/jobs.ts';
import { isToolName, type ToolName } from '../../kernel/tool-names.ts';
import { nextChecks } from '../../rules/next-checks.ts';
import {
  addressList,
  type ListedAddress,
  ListedAddressSchema,
  notAsked,
  resolveAddresses,
} from '../shared/addresses.ts';

export const recordBatchInput = {
  addresses: addressList(2, 25),
  lanes: z
    .array(z.string().trim().min(1).max(80))
    .min(1)
    .max(6)
    .describe(
      'Names of free tools that one address is enough for, for example svc_flood_zone, svc_parcel_lookup, svc_metro_permits; a name that does not fit is listed and left out',
    ),
};

const lane = z.strictObject({
  name: z.string().describe('As the caller wrote it'),
  valid: z.boolean(),
  reason: z.string().optional(),
});

export const RecordBatchItemSchema = z.strictObject({
  address: z.string(),
  addressNumber: z.int().min(1).describe('Position in addresses, from 1'),
  lane: z.string(),
});
export type RecordBatchItem = z.infer<typeof RecordBatchItemSchema>;

export const recordBatchFields = {
  addresses: z.array(ListedAddressSchema),
  lanes: z.array(lane),
};

export const RecordBatchDiagnosticSchema = z.strictObject({
  kind: z.literal('record_batch_diagnostic'),
  charged: z.literal(false),
  message: z.string(),
  ...recordBatchFields,
  allowedLanes: z.array(z.string()).describe('Every name that lanes takes'),
  nextChecks: z.array(VerifyNextSchema),
});

/** Any address at all: what a tool needs besides one is what it lacks with this. */
const anyAddress = { address: '1 Main St, Raleigh, NC 27601' };

/** One address is enough for it, it reads something and keeps nothing, and it repeats no other tool. */
const isLane = (entry: CatalogEntry): boolean =>
  entry.rail !== 'paid' &&
  !entry.writes &&
  !entry.composed &&
  entry.arguments.includes('address') &&
  entry.lacks(anyAddress).length === 0 &&
  (entry.lane !== undefined || entry.sourceIds.length > 0 || entry.mirrorIds.length > 0 || entry.scope === 'rules');

const allowedLanes = (catalog: CatalogPort): readonly string[] =>
  catalog
    .all()
    .filter(isLane)
    .map(({ name }) => name);

type NamedLane = z.infer<typeof lane>;

function namedLanes(catalog: CatalogPort, names: readonly string[]): readonly NamedLane[] {
  const allowed = new Set(allowedLanes(catalog));
  return names.map((name) => {
    if (allowed.has(name)) return { name, valid: true };
    const known = catalog.find(name);
    const reason = known
      ? 'This tool or route cannot be put to one address alone, or is no free tool.'
      : 'There is no tool of that name.';
    return { name, valid: false, reason };
  });
}

const validLanes = (lanes: readonly NamedLane[]): readonly ToolName[] => [
  ...new Set(lanes.filter(({ valid }) => valid).flatMap(({ name }) => (isToolName(name) ? [name] : []))),
];

type Context = Pick<ToolContext, 'place' | 'sources' | 'catalog'>;
type Diagnostic = z.output<typeof RecordBatchDiagnosticSchema>;

type RecordBatchInput = z.output<z.ZodObject<typeof recordBatchInput>>;

const resolveMs = 6_000;
const atOnce = 6;

export interface RecordBatchPlan {
  readonly addresses: readonly ListedAddress[];
  readonly lanes: readonly NamedLane[];
  readonly valid: readonly ToolName[];
}

/** An address that can be queried: one that was not resolved in time is queried with its first tool. */
const canBeAsked = ({ state }: ListedAddress) => state === 'resolved' || state === 'not_asked';

/** An address that is known as one; what is known to its area alone is queried about beside others, and sells nothing. */
const isMatched = (address: ListedAddress) => canBeAsked(address) && address.precision !== 'area';

/** The free answer where nothing can be queried; undefined where something can. */
export function diagnosticOf(
  { catalog }: Pick<Context, 'catalog'>,
  { addresses, lanes, valid }: RecordBatchPlan,
): Diagnostic | undefined {
  if (valid.length > 0 && addresses.some(isMatched)) return undefined;
  const why =
    valid.length === 0
      ? 'none of the named lanes is a free tool that one address is enough for'
      : 'none of the addresses was matched as an address';
  return {
    kind: 'record_batch_diagnostic',
    charged: false,
    message: `Not charged: ${why}.`,
    addresses: [...addresses],
    lanes: lanes.map((lane) => ({ ...lane })),
    allowedLanes: [...allowedLanes(catalog)],
    nextChecks: nextChecks('record-batch'),
  };
}

function lanesOf({ catalog }: Pick<Context, 'catalog'>, names: readonly string[]) {
  const lanes = namedLanes(catalog, names);
  return { lanes, valid: validLanes(lanes) };
}

/** Coverage: with no lane nothing is queried; else address by address, until one is known. */
export async function quickPlan(ctx: Context, input: RecordBatchInput): Promise<RecordBatchPlan> {
  const named = lanesOf(ctx, input.lanes);
  const addresses = input.addresses.map(notAsked);
  if (named.valid.length === 0) return { ...named, addresses };
  for (const [index, address] of input.addresses.entries()) {
    const [found] = await resolveAddresses(ctx, [address], { limitMs: resolveMs, atOnce: 1 });
    if (found) addresses[index] = { ...found, position: index + 1 };
    if (found && isMatched(found)) break;
  }
  return { ...named, addresses };
}

/** The whole plan: every address as far as it is known within the time. */
export async function wholePlan(ctx: Context, input: RecordBatchInput): Promise<RecordBatchPlan> {
  const addresses = await resolveAddresses(ctx, input.addresses, { limitMs: resolveMs, atOnce });
  return { ...lanesOf(ctx, input.lanes), addresses };
}

type PlannedItem = JobItemPlan & { readonly input: RecordBatchItem };

/** One item for each lane of each address, address by address; of one that was not matched each item has ended. */
export const itemsOf = ({ addresses, valid }: RecordBatchPlan): readonly PlannedItem[] =>
  addresses.flatMap((address) =>
    valid.map((lane): PlannedItem => {
      const input = { address: address.input, addressNumber: address.position, lane };
      if (canBeAsked(address)) return { input };
      const summary = `Not queried: ${address.reason ?? 'the address was not matched.'}`;
      const { state, candidates = [] } = address;
      return {
        input,
        ended: {
          state: 'diagnostic',
          summary,
          diagnostic: { kind: 'record_batch_item_diagnostic', state, message: summary, candidates },
        },
      };
    }),
  );
