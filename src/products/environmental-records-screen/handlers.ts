import { PartStates } from '../../answers/live-or-mirror.ts';
import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import { arrange, miles, type Near } from '../../kernel/placed.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import type { Handler, handlersNear } from '../../sources/epa-rcra/client.ts';
import { mirroredHandlersNear } from '../../sources/epa-rcra/mirrored.ts';
import type { Collected, FoundType } from './collected.ts';
import { type RecordTypeId, recordTypes } from './record-types.ts';

export type HandlersLookup = Awaited<ReturnType<typeof handlersNear>>;

const kinds: readonly [RecordTypeId, (handler: Near<Handler>) => boolean][] = [
  ['rcraCorrective', ({ correctiveAction }) => correctiveAction === true],
  ['rcraTsdf', ({ handlerClass }) => handlerClass === 'tsdf'],
  ['rcraGenerators', ({ handlerClass }) => /^(lqg|sqg|vsqg)$/.test(handlerClass)],
];

const citedIn = (lookup: Lookup<unknown>) => (lookup.state === 'empty' ? lookup.citation : undefined);

function foundOf(type: RecordTypeId, rows: readonly Near<Handler>[], citation: string): FoundType {
  const [first] = rows;
  if (!first) return { type, found: 0, citation };
  const { name, status, distanceMeters, direction } = first;
  return {
    type,
    found: rows.length,
    nearest: { name, ...(status && { status }), distanceMeters, direction },
    citation,
  };
}

/** Adds the hazardous waste handlers by distance, which no tool of its own gives; from the mirror where EPA failed. */
export function addHandlers(
  collected: Collected,
  answer: AnswerBuilder,
  lookup: HandlersLookup,
  { mirror, subject }: { readonly mirror: MirrorAccess; readonly subject: PointSubject },
): void {
  const parts = new PartStates(answer);
  const extent = { area: `${miles.one} m around the point`, recordScope: 'hazardous waste handlers' };
  const cited = parts.addLookup('hazardousWaste', extent, lookup, () =>
    mirroredHandlersNear(mirror, subject.stateCode ?? '', subject, miles.one),
  );
  Object.assign(collected.components, parts.states);
  if (!cited) {
    const empty = citedIn(lookup);
    if (!empty) return;
    const citation = answer.cite(empty);
    collected.use(citation);
    collected.found.push(...kinds.map(([type]) => ({ type, found: 0, citation })));
    return;
  }
  const { citation, data } = cited;
  collected.use(citation);
  const { near, unplaced } = arrange(data.handlers, subject, miles.one);
  // the mirrored registry does not know corrective action: then the type was not searched
  const knowsAction = data.handlers.some((handler) => handler.correctiveAction !== undefined);
  for (const [type, is] of kinds) {
    if (type === 'rcraCorrective' && !knowsAction) continue;
    const rows = near.filter((handler) => is(handler) && handler.distanceMeters <= recordTypes[type].searchMeters);
    collected.found.push(foundOf(type, rows, citation));
  }
  const named = unplaced.slice(0, 3).map(({ name }) => name);
  collected.addUnplaced('hazardousWaste', { citation, unplaced: { count: unplaced.length, named } });
}
