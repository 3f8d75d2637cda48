import { PartStates } from '../../answers/live-or-mirror.ts';
import { arrange, miles, type Near } from '../../geometry/placed.ts';
import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { defined } from '../../kernel/defined.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import { mirroredHandlersNear } from '../../sources/epa-frs/registry.ts';
import rcraCard from '../../sources/epa-rcra/card.ts';
import type { handlersNear } from '../../sources/epa-rcra/client.ts';
import type { Handler } from '../../sources/epa-rcra/fields.ts';
import { recordPage } from '../../sources/shared/lookup.ts';
import { type RecordTypeId, recordTypes } from '../shared/records-search/record-types.ts';
import type { Collected } from './collected.ts';
import { type NearRecord, unplacedShown } from './read.ts';

export type HandlersLookup = Awaited<ReturnType<typeof handlersNear>>;

const kinds: readonly [RecordTypeId, (handler: Near<Handler>) => boolean][] = [
  ['rcraCorrective', ({ correctiveAction }) => correctiveAction === true],
  ['rcraTsdf', (handler) => handler.class === 'tsdf'],
  ['rcraGenerators', (handler) => /^(lqg|sqg|vsqg)$/.test(handler.class)],
];

const citedIn = (lookup: Lookup<unknown>) => (lookup.state === 'empty' ? lookup.citation : undefined);

const recordOf = ({ handlerId, name, status, distanceMeters, direction }: Near<Handler>): NearRecord =>
  defined({
    id: handlerId,
    ...recordPage(rcraCard, handlerId),
    name,
    status,
    distanceMeters,
    direction,
  });

/** Adds the hazardous waste handlers by distance, which no tool of its own gives; from the mirror where EPA failed. */
export function addHandlers(
  collected: Collected,
  answer: AnswerBuilder,
  lookup: HandlersLookup,
  { mirror, subject }: { readonly mirror: MirrorAccess; readonly subject: PointSubject },
): void {
  const parts = new PartStates(answer);
  const extent = { area: `${miles.one} m around the point` };
  const cited = parts.addLookup('hazardousWaste', extent, lookup, () =>
    mirroredHandlersNear(mirror, subject.stateCode ?? '', subject, miles.one),
  );
  Object.assign(collected.components, parts.states);
  if (!cited) {
    const empty = citedIn(lookup);
    if (!empty) return;
    const citation = answer.cite(empty);
    collected.use(citation);
    for (const [type] of kinds) collected.add(type, { citation, byDistance: [] });
    return;
  }
  const { citation, data } = cited;
  collected.use(citation);
  const { near, unplaced } = arrange(data.rows, subject, miles.one);
  // the mirrored registry does not know corrective action: then the type was not searched
  const knowsAction = data.rows.some((handler) => handler.correctiveAction !== undefined);
  for (const [type, is] of kinds) {
    if (type === 'rcraCorrective' && !knowsAction) continue;
    const withinMeters = recordTypes[type].radiusMeters;
    const rows = near.filter((handler) => is(handler) && handler.distanceMeters <= withinMeters);
    collected.add(type, { citation, byDistance: [{ withinMeters, count: rows.length }] }, rows.map(recordOf));
  }
  const named = unplaced.slice(0, unplacedShown).map(({ handlerId, name }) => ({ id: handlerId, name }));
  collected.addUnplaced('hazardousWaste', { citation, unplaced: { count: unplaced.length, named } });
}
