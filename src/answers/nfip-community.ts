import type { Component } from '../kernel/answer.ts';
import { lookupComponent } from '../kernel/live-or-mirror.ts';
import { hasData, type Lookup } from '../kernel/lookup.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import type { GeoPoint } from '../kernel/subject.ts';
import { sourceCard } from '../sources/cards.ts';
import { type Community, communitiesAt } from '../sources/fema-nfhl/client.ts';
import { type CommunityStatus, communityStatus } from '../sources/openfema/community-status.ts';
import type { AskContext } from './ask-tools.ts';
import { ownQuestion } from './context-parts.ts';

const nfhlCard = sourceCard('fema-nfhl');

/** The community at a point, as the map names it, and as the status book lists it where the map gives its number. */
export interface NfipCommunity {
  readonly mapped: Lookup<readonly Community[]>;
  /** Six digits; absent where the map names no community, or none with a number. */
  readonly communityId?: string;
  readonly status?: Lookup<CommunityStatus>;
}

async function read(sources: SourceAccess, point: GeoPoint): Promise<NfipCommunity> {
  const mapped = await communitiesAt(sources, point);
  const ids = hasData(mapped) ? mapped.data.flatMap(({ communityId }) => communityId ?? []) : [];
  const communityId = ids.find((id) => /^\d{6}/.test(id))?.slice(0, 6);
  if (!communityId) return { mapped };
  return { mapped, communityId, status: await communityStatus(sources, communityId) };
}

/**
 * The community of the National Flood Insurance Program at a point: who it is on the map, then what the status book says.
 * Both together take no longer than the parts of a composed tool.
 */
export const nfipCommunityAt = (
  ctx: Pick<AskContext, 'log' | 'signal'> & { readonly sources: SourceAccess },
  point: GeoPoint,
): Promise<NfipCommunity> =>
  ownQuestion(ctx, 'the community of the flood map', read(ctx.sources, point), (reason) => ({
    mapped: { state: 'unavailable', source: nfhlCard.name, reason },
  }));

/** The state of the status book as a part of an answer. */
export function statusComponent({ mapped, status }: NfipCommunity): Component {
  if (status) return lookupComponent(status, 'the status book lists no community of this number');
  if (mapped.state === 'unavailable') return { state: 'unavailable', reason: mapped.reason };
  return { state: 'unresolved', reason: 'the flood map gives no community number at the point' };
}
