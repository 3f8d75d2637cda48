import { askTools, type PartReading } from '../../answers/ask-tools.ts';
import type { ToolContext } from '../../catalog/context.ts';
import { deadlineIn, mapBounded } from '../../kernel/bounded.ts';
import { memoizeByFirst } from '../../kernel/memoize.ts';
import type { LicensedComponent } from '../../kernel/ports/providers.ts';
import { isPointSubject, type Subject } from '../../kernel/subject.ts';
import { isEvidence } from '../shared/brief.ts';
import { gatherPacket } from '../shared/follow-up/gather.ts';
import type { PacketMaterial } from '../shared/follow-up/material.ts';
import { profileOf } from '../shared/follow-up/parts.ts';
import { type Resolved, resolvePoint } from '../shared/follow-up/subject.ts';
import { buyLicensed, type Licensed } from '../shared/licensed/licensed.ts';

export type ThreeContext = ToolContext<'none'>;

export interface PropertyMaterial {
  readonly address: string;
  readonly subject: Subject;
  readonly established: PacketMaterial['established'];
  readonly problem: PacketMaterial['problem'];
  /** The parcel first, then the components of the homebuyer profile and the recorded transfers. */
  readonly readings: readonly PartReading[];
}

/** Where the three are; queried once, for the decision before the payment and for the work. */
export const placesIn = memoizeByFirst(
  (ctx: ThreeContext, addresses: readonly string[]): Promise<readonly Resolved[]> =>
    Promise.all(addresses.map((address) => resolvePoint(ctx, { address }, 'parcel'))),
);

export const subjectOf = (resolved: Resolved): Subject => ('point' in resolved ? resolved.point : resolved.subject);

const transfers = { tool: 'svc_parcel_transfers', title: 'Recorded transfers nearby', lane: 'transfers' } as const;
const transfersMs = 8_000;

/** The context of one of the three: what was queried about it is remembered for it alone. */
const apart = (ctx: ThreeContext): ThreeContext => ({ ...ctx, jurisdictions: ctx.jurisdictions });

async function gatherOne(ctx: ThreeContext, address: string): Promise<PropertyMaterial> {
  const own = apart(ctx);
  const material = await gatherPacket(own, {
    profile: profileOf('homebuyer_due_diligence'),
    place: { address },
    context: { use: 'framing only; it selects no source and changes no item' },
  });
  const { subject, established, problem, components } = material;
  const readings = components.map(({ reading }) => reading);
  if (problem || !isPointSubject(subject)) return { address, subject, established, problem, readings };
  const moved = await askTools(own, [transfers], deadlineIn(transfersMs), { subject, address });
  return { address, subject, established, problem, readings: [...readings, ...moved] };
}

/** The three one after the other: together they would stand in each other's way at the same sources. */
export const gatherThree = (ctx: ThreeContext, addresses: readonly string[]): Promise<readonly PropertyMaterial[]> =>
  mapBounded([...addresses], 1, (address) => gatherOne(ctx, address));

/** Official components that gave evidence. */
export const answeredOf = ({ readings }: PropertyMaterial): number => readings.filter(isEvidence).length;

export const licensedWanted = ['property_record', 'sale_listing', 'rent_reference'] as const;

/** What is bought for each property at most. */
export const licensedPlan = (ctx: Pick<ThreeContext, 'providers'>): readonly LicensedComponent[] =>
  licensedWanted.flatMap((component) => (ctx.providers.offered(component) ? [component, component, component] : []));

/** Buys for one property after the other what is configured. Throws ServiceError with an `ext_*` code. */
export async function buyThree({ providers }: ThreeContext, materials: readonly PropertyMaterial[]) {
  const bought: Licensed[] = [];
  for (const { address } of materials) bought.push(await buyLicensed(providers, licensedWanted, address));
  return bought;
}
