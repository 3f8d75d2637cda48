import { z } from 'zod';
import { pickFields } from '../../fields/table.ts';
import { type Component, row } from '../../kernel/answer.ts';
import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { hasData } from '../../kernel/lookup.ts';
import { citedRows } from '../../kernel/nearby-shape.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { combineStates } from '../../kernel/state.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import type { Lane, LaneField } from '../schema/jurisdiction.ts';
import { laneFields } from '../schema/lane-fields.ts';
import type { LaneLocation } from '../schema/port.ts';
import { type LaneRows, readLane } from './reader.ts';

const text = z.string().optional();
const number = z.number().optional();

export const zoningFacts = z.strictObject({
  districts: z
    .array(
      row({
        code: z.string().describe('Zoning code exactly as the publisher writes it'),
        label: text.describe("The publisher's own words for the code"),
        maxStories: number,
        frontage: text,
        conditional: text,
        conditionsUrl: z.url().optional().describe('Ordinance with the conditions of this district'),
        case: text,
        otherCodes: text.describe('Further districts of a split lot'),
        overlays: text,
        specialDistricts: text,
        heightDistrict: text,
        residentialFar: number,
        commercialFar: number,
        facilityFar: number,
        parcelId: text,
      }),
    )
    .optional(),
  overlays: z.array(row({ code: text, label: text, name: text, case: text })).optional(),
  landmarks: z.array(row({ name: text, type: text, district: text })).optional(),
});

type Kind = keyof typeof zoningFacts.shape;
interface LaneOf {
  districts: 'zoning';
  overlays: 'zoning_overlay';
  landmarks: 'landmark';
}
type Columns = { readonly [K in Kind]: readonly LaneField<LaneOf[K]>[] };
type KindLane<K extends Kind = Kind> = LaneOf[K];

const namesOf = <L extends Lane>(lane: L) => Object.keys(laneFields[lane]) as LaneField<L>[];

const columns: Columns = {
  districts: namesOf('zoning'),
  overlays: namesOf('zoning_overlay'),
  landmarks: ['name', 'type', 'district'],
};
/** A row without any of these says nothing: a lot that carries no designation. */
const telling: Columns = {
  districts: ['code'],
  overlays: ['code', 'label', 'name'],
  landmarks: ['name', 'district'],
};

const words: Readonly<Record<Kind, string>> = {
  districts: 'zoning',
  overlays: 'zoning overlay',
  landmarks: 'landmark',
};

function answered(lookup: LaneRows, kind: Kind): LaneRows {
  if (!hasData(lookup)) return lookup;
  const names: readonly LaneField<KindLane>[] = telling[kind];
  const rows = lookup.data.filter((entry) => names.some((name) => entry.fields[name] !== undefined));
  return rows.length === 0 && lookup.state === 'found'
    ? { state: 'empty', citation: lookup.citation }
    : { ...lookup, data: rows };
}

type AskedKind = Awaited<ReturnType<typeof askKind>>;

/**
 * Asks every configured source of one kind at exactly the point. Sources of one lane state different things
 * (one layer per overlay), so all of them are queried.
 */
export async function askKind<K extends Kind>(
  sources: SourceAccess,
  lane: LaneLocation<KindLane<K>>,
  kind: K,
  subject: PointSubject,
) {
  if (lane.state !== 'configured') return { kind, lane, lookups: [] };
  const lookups = await Promise.all(
    lane.configured.map(async (configured) =>
      answered(await readLane(sources, configured, { point: subject, limit: 20 }), kind),
    ),
  );
  return { kind, lane, lookups };
}

/** Puts the rows of one kind into the answer, each with its citation. Taken in a fixed order, so that answers repeat. */
export function takeKind({ kind, lane, lookups }: AskedKind, subject: PointSubject, answer: AnswerBuilder) {
  const area = `exactly at ${subject.latitude}, ${subject.longitude}`;
  if (lane.state !== 'configured') {
    answer.note({ source: `wired ${words[kind]} sources`, area, state: lane.state, reason: lane.reason });
    if (lane.state === 'unavailable') answer.count('unavailable');
    return { rows: [], component: { state: lane.state, reason: lane.reason } };
  }
  const rows = lookups.flatMap((lookup) => {
    const cited = answer.addLookup(lookup, { area });
    const names: readonly LaneField<KindLane>[] = columns[kind];
    return citedRows(cited?.data, cited?.citation, undefined, ({ fields }) => pickFields(fields, ...names)) ?? [];
  });
  const reasons = lookups.flatMap((lookup) => (lookup.state === 'unavailable' ? [lookup.reason] : []));
  const component: Component = {
    state: combineStates(lookups.map((lookup) => lookup.state)),
    ...(reasons.length > 0 && { reason: reasons.join(' ') }),
  };
  return { rows, component };
}
