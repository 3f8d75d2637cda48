import { configuredAnywhere } from '../../answers/uncovered.ts';
import { isMatchedAddress, type PointSubject } from '../../kernel/subject.ts';
import { configuredInCounty } from '../../places/lanes/permits.ts';
import { takesAddress, takesParcelNumber } from '../../places/lanes/ways.ts';
import type { ConfiguredLane, LaneLocation } from '../../places/schema/port.ts';
import type { BriefContext } from '../shared/brief-route.ts';
import { readParcel } from '../shared/parcel.ts';
import type { RegisterLane } from './registers.ts';

/** By what the registers are queried, or why they cannot be. */
export interface RegisterQuery {
  readonly parcelIds: readonly string[];
  readonly byParcel: readonly ConfiguredLane<RegisterLane>[];
  readonly byAddress: readonly ConfiguredLane<RegisterLane>[];
  readonly certificates: readonly ConfiguredLane<RegisterLane>[];
  readonly street: string | undefined;
  readonly why?: string;
  /** A parcel number that could not be used, as a sentence. */
  readonly note?: string;
}

export const nothing = { parcelIds: [], byParcel: [], byAddress: [], certificates: [], street: undefined } as const;

/** The registers of the county and its cities that take a parcel number. */
export function queriedByParcel(ctx: BriefContext, parcelIds: readonly string[]): RegisterQuery {
  const lane = configuredInCounty(configuredAnywhere(ctx.jurisdictions, 'permits'), ctx.subject);
  if (lane.state !== 'configured') return { ...nothing, parcelIds, why: lane.reason };
  const certificates = configuredInCounty(
    configuredAnywhere(ctx.jurisdictions, 'certificate_of_occupancy'),
    ctx.subject,
  );
  return {
    ...nothing,
    parcelIds,
    byParcel: lane.configured,
    certificates: certificates.state === 'configured' ? certificates.configured : [],
  };
}

/** The registers at the address, and the number of the parcel that carries it. */
export async function queriedByAddress(ctx: BriefContext, subject: PointSubject): Promise<RegisterQuery> {
  const { jurisdictions, sources } = ctx;
  const street = isMatchedAddress(subject) ? subject.streetLine : undefined;
  if (!street)
    return { ...nothing, why: 'the address was not matched to a street line, so no record can match exactly' };
  const [permits, certificates, parcels] = await Promise.all([
    jurisdictions.lane(subject, 'permits', sources),
    jurisdictions.lane(subject, 'certificate_of_occupancy', sources),
    jurisdictions.lane(subject, 'parcel', sources),
  ]);
  const lanes = {
    byParcel: configuredOf(permits).filter(({ source }) => takesParcelNumber(source)),
    byAddress: configuredOf(permits).filter(({ source }) => takesAddress(source)),
  };
  if (permits.state === 'unavailable') return { ...nothing, street, why: permits.reason };
  if (lanes.byParcel.length + lanes.byAddress.length === 0) {
    return {
      ...nothing,
      street,
      why: `no permit register that can be queried exactly is wired there`,
    };
  }
  const reading =
    parcels.state === 'configured' && lanes.byParcel.length > 0
      ? await readParcel(sources, parcels.configured, subject)
      : undefined;
  const { parcelId, addressAgrees } = reading?.parcel ?? {};
  if (parcelId && addressAgrees === true) {
    return { ...lanes, street, parcelIds: [parcelId], certificates: configuredOf(certificates) };
  }
  if (lanes.byParcel.length > 0 && (parcels.state === 'unavailable' || reading?.answer.state === 'unavailable')) {
    return {
      ...nothing,
      street,
      why: 'the parcel source did not answer, and registers here are kept by parcel number',
    };
  }
  const note = 'No parcel record carries this address, so registers that are kept by parcel number were not queried.';
  return {
    ...lanes,
    byParcel: [],
    street,
    parcelIds: [],
    certificates: [],
    ...(lanes.byParcel.length > 0 && { note }),
  };
}

const configuredOf = <L extends RegisterLane>(lane: LaneLocation<L>): readonly ConfiguredLane<L>[] =>
  lane.state === 'configured' ? lane.configured : [];
