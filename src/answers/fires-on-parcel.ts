import type { ToolContext } from '../catalog/context.ts';
import { pickFields } from '../fields/table.ts';
import type { MappedShape } from '../geometry/overlay.ts';
import { rows } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import type { Lookup } from '../kernel/lookup.ts';
import {
  fireKey,
  type MappedFire,
  pastPerimeters,
  perimeters,
  recentPerimeters,
} from '../sources/nifc-wfigs/client.ts';
import {
  classRows,
  isKnown,
  type OnParcel,
  outlineFact,
  outlineLimits,
  type ParcelOutline,
  parcelOutline,
  parcelOutlineFacts,
  shareColumns,
  takeOnParcel,
} from './on-parcel.ts';

const mostShown = 4;

const onParcel = rows({ ...perimeters.shape('name', 'year'), ...shareColumns }).optional();

export const firesOnParcelFacts = {
  recentOnParcel: onParcel.describe('Perimeters of recent years on the parcel outline, largest share first'),
  historyOnParcel: onParcel.describe('Perimeters of all years on the parcel outline, largest share first'),
  ...parcelOutlineFacts,
};

/** Perimeters are drawn along fire lines: a narrow strip on a lot is as well the line as the lot. */
const toleranceMeters = 3;

type Perimeters = Lookup<readonly MappedShape<MappedFire>[]>;

const covering = ({ overlay }: OnParcel<MappedFire>) => overlay.classes.filter(({ sharePercent }) => sharePercent > 0);

const rowsOf = (on: OnParcel<MappedFire>) =>
  classRows(on, covering(on).slice(0, mostShown), (fire) => pickFields(fire, 'name', 'year'));

const largestOf = (layers: readonly OnParcel<MappedFire>[]) =>
  layers.flatMap(covering).toSorted((a, b) => b.sharePercent - a.sharePercent)[0];

/** Fires on the outline of the parcel; queried only where a perimeter is known to lie near. */
export async function firesOnParcel(ctx: ToolContext<'point'>) {
  const outline = await parcelOutline(ctx);
  const { sources, place, subject } = ctx;
  const [recent, past] = isKnown(outline)
    ? await Promise.all([
        recentPerimeters(sources, outline.bbox, place.timeZoneAt(subject)),
        pastPerimeters(sources, outline.bbox),
      ])
    : [];
  return {
    limits: outlineLimits(ctx, outline),
    put: (answer: AnswerBuilder, isAtPoint: boolean) => putFires(ctx, answer, { outline, recent, past }, isAtPoint),
  };
}

interface ReadFires {
  readonly outline: ParcelOutline;
  readonly recent: Perimeters | undefined;
  readonly past: Perimeters | undefined;
}

function putFires(
  ctx: ToolContext<'point'>,
  answer: AnswerBuilder,
  { outline, recent, past }: ReadFires,
  isAtPoint: boolean,
) {
  const take = (mapped: Perimeters | undefined, recordScope: string) =>
    takeOnParcel<MappedFire>(ctx, answer, { outline, mapped, keyOf: fireKey, recordScope, toleranceMeters });
  const recentOn = take(recent, 'perimeters of recent years');
  const pastOn = take(past, 'perimeters of all years');
  const layers = [recentOn, pastOn].flatMap((on) => on ?? []);
  const [first] = layers;
  if (!first) return { words: '', facts: undefined };
  const largest = largestOf(layers);
  const share = largest?.sharePercent ?? 0;
  const agrees = isAtPoint ? share >= 99.9 : share === 0;
  const pointWords = isAtPoint ? 'the matched point lies in one' : 'the matched point lies outside';
  return {
    words: agrees
      ? ''
      : share === 0
        ? ' No perimeter covers the parcel outline, one covers the matched point.'
        : ` A perimeter covers ${share}% of the parcel outline; ${pointWords}.`,
    facts: {
      ...(recentOn && covering(recentOn).length > 0 && { recentOnParcel: rowsOf(recentOn) }),
      ...(pastOn && covering(pastOn).length > 0 && { historyOnParcel: rowsOf(pastOn) }),
      ...(layers.length === 2 && { pointAgrees: { value: agrees, citation: first.citation } }),
      ...outlineFact(answer, first),
    },
  };
}
