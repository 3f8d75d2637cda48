import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import type { Subject } from '../../src/kernel/subject.ts';
import { shippedPlaces } from '../../src/places/registry/load.ts';
import type { LaneSource } from '../../src/places/schema/jurisdiction.ts';
import type { LaneLocation } from '../../src/places/schema/port.ts';
import metroPermits from '../../tools/permits-and-development/metro-permits.ts';
import { type Entry, expectations, recordingOf, samples } from './corpus.ts';
import { answeringLane, configuredLane, pointIn } from './readers/lanes.ts';

const lanes = new Set(
  shippedPlaces.all().flatMap(({ sources }) => sources.filter(isAround).map(({ cardId }) => cardId)),
);
const entries = expectations().filter(({ reader = '', expect }) => lanes.has(reader) && expect?.rows?.[0]?.point);

/** Permits that can be queried by position. */
function isAround({ lane, query }: LaneSource): boolean {
  return lane === 'permits' && query.radius !== undefined;
}

interface Permit {
  readonly permitNumber?: string;
  readonly issuedOn?: string;
}

/** What the tool publishes of the permits around the first of a recording. */
async function published(entry: Entry): Promise<readonly Permit[]> {
  const recorded = recordingOf(samples, entry, entry.url ?? '');
  const { recording, configured: lane, access } = answeringLane(configuredLane(entry.reader ?? ''), recorded);
  const [row] = entry.expect?.rows ?? [];
  const [latitude, longitude] = (row?.point ?? [0, 0]) as readonly [number, number];
  const subject: Subject = {
    ...{ input: entry.file, precision: 'point', countyAlternates: [], countyCandidates: [], candidates: [] },
    ...(pointIn(lane.source, recording) ?? { latitude, longitude }),
  };
  const at: LaneLocation = { state: 'configured', configured: [lane] };
  const now = new Date(`${recording.on}T12:00:00Z`);
  const context = { subject, sources: access, lane: at, now, answer: new AnswerBuilder(subject) };
  const input = { radiusMeters: 500, sinceDate: '1900-01-01' };
  const answer = (await metroPermits.run(context as never, input as never)) as Answer;
  return ((answer.facts as { permits?: readonly Permit[] } | undefined)?.permits ?? []) as readonly Permit[];
}

describe.skipIf(!existsSync(samples))(
  'permits of recorded answers, as they are published (folder of recordings)',
  () => {
    it.each(entries.map((entry) => [entry.file, entry] as const))('%s: a day of issue is one', async (_file, entry) => {
      const permits = await published(entry);
      const near = (entry.expect?.rows ?? []).filter(({ id }) => permits.some((one) => one.permitNumber === id));
      expect(near.length).toBeGreaterThan(0);
      const given = near.map(({ id }) => [id, permits.find((one) => one.permitNumber === id)?.issuedOn ?? null]);
      const stated = near.map(({ id, issuedAt }) => [id, issuedAt]);
      expect(given).toEqual(stated);
    });
  },
);
