import { describe, expect, test } from 'vitest';
import type { PartReading } from '../../../../src/answers/ask-tools.ts';
import { noWords } from '../../../../src/findings/status-words.ts';
import {
  type PacketMaterial,
  type PacketReading,
  thresholdOf,
} from '../../../../src/products/shared/follow-up/material.ts';
import { composePacket } from '../../../../src/products/shared/follow-up/route.ts';
import type { FollowUpGroup } from '../../../../src/products/shared/follow-up/schema.ts';
import { partReading as reading } from '../../../part-reading.ts';

const part = (group: FollowUpGroup, one: PartReading, more: Partial<PacketReading> = {}): PacketReading => ({
  group,
  counts: true,
  rules: [],
  reading: one,
  ...more,
});
const facts = { zone: { value: 'X', citation: 'c1' } };

const material = (components: readonly PacketReading[], more: Partial<PacketMaterial> = {}): PacketMaterial => ({
  intent: 'renovation_planning',
  profileTitle: 'Renovation site context',
  threshold: { components: 3, groups: 2, within: { subject_identity: 1, physical_land: 2 } },
  subject: {
    input: 'here',
    precision: 'address',
    countyAlternates: [],
    countyCandidates: [],
    candidates: [],
  },
  established: { basis: 'parcel' },
  context: { use: 'framing only; it selects no source and changes no item' },
  components,
  handoffs: [],
  freeHandoffs: [],
  caveats: [],
  words: noWords,
  ...more,
});

describe('threshold', () => {
  const enough = [
    part('subject_identity', reading(facts)),
    part('physical_land', reading(facts)),
    part('physical_land', reading(undefined)),
  ];
  test('is met exactly at the least number, an empty answer counting as one', () => {
    expect(thresholdOf(material(enough))).toEqual({
      met: true,
      answeredComponents: 3,
      answeredGroups: 2,
      missing: [],
    });
  });
  test.each([
    ['one component fewer', enough.slice(0, 2)],
    [
      'a source that failed',
      [...enough.slice(0, 2), part('physical_land', reading(undefined, { state: 'unavailable' }))],
    ],
    [
      'a lane that is not wired',
      [...enough.slice(0, 2), part('physical_land', reading(undefined, { state: 'not_covered' }))],
    ],
    ['a county figure', [...enough.slice(0, 2), part('physical_land', reading(facts), { counts: false })]],
    [
      'an empty local register',
      [...enough.slice(0, 2), part('physical_land', { ...reading(undefined), lane: 'permits' })],
    ],
    ['the surroundings', [...enough.slice(0, 2), part('area_operating_context', reading(facts))]],
  ])('is not met with %s in place of the last', (_, parts) => {
    expect(thresholdOf(material(parts)).missing).toContain('components: 2 of at least 3 answered');
  });
  test('is not met where a needed group answered with nothing at all, or the subject does not stand', () => {
    const empty = [...enough.slice(0, 1), ...[1, 2].map(() => part('physical_land', reading(undefined)))];
    expect(thresholdOf(material(empty)).missing).toEqual(['physical_land: no component gave facts']);
    const problem = { message: 'subject: none', sourceFailed: false };
    expect(thresholdOf(material(enough, { problem }))).toMatchObject({ met: false, missing: ['subject: none'] });
  });
  test('gives the packet its state', () => {
    const state = (parts: readonly PacketReading[], more: Partial<PacketMaterial> = {}) =>
      composePacket(material(parts, more)).state;
    expect(state(enough)).toBe('checked_no_follow_up_items_in_answered_components');
    const gap = part('use_occupancy_permits', reading(undefined, { state: 'not_covered' }), { gapQuestion: 'Which?' });
    expect(state([...enough, gap])).toBe('follow_up_items_found');
    expect(state(enough.slice(0, 2))).toBe('incomplete_evidence');
    const failed = part('physical_land', reading(undefined, { state: 'unavailable' }));
    expect(state([...enough.slice(0, 2), failed])).toBe('source_unavailable');
    expect(state(enough, { problem: { message: 'subject: none', sourceFailed: true } })).toBe('source_unavailable');
  });
});
