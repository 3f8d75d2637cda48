import { describe, expect, test } from 'vitest';
import type { PartReading } from '../../../src/answers/ask-tools.ts';
import type { Answer } from '../../../src/kernel/answer.ts';
import type { Subject } from '../../../src/kernel/subject.ts';
import { tellsPolicy } from '../../../src/products/before-you-sign/readiness.ts';
import { statedOfPlace, whyNoParcel } from '../../../src/products/shared/parcel-record.ts';
import { givesOfPlace } from '../../../src/products/shared/place-subjects.ts';

const subject: Subject = {
  input: '222 W Hargett St, Raleigh, NC 27601',
  precision: 'address',
  streetLine: '222 W HARGETT ST',
  countyAlternates: [],
  countyCandidates: [],
  candidates: [],
};
const parcel = (state: Answer['state'], facts?: Answer['facts']): PartReading[] => [
  {
    id: 'parcel_lookup',
    tool: 'svc_parcel_lookup',
    title: 'Parcel',
    answer: { state, summary: '', ...(facts && { facts }), citations: {}, searched: [], limits: [], verifyNext: [] },
  },
];
const at = (siteAddress: string) => parcel('found', { siteAddress: { value: siteAddress, citation: 'c1' } });

describe('the parcel record of an address', () => {
  test('stands for the address that it carries, however it is written', () => {
    expect(whyNoParcel(at('222 W HARGETT ST'), subject)).toBeUndefined();
    expect(whyNoParcel(at('222 West Hargett Street'), subject)).toBeUndefined();
  });

  test("does not stand for it where it is a neighbor's, was not read or is not there", () => {
    expect(whyNoParcel(at('310 W HARGETT ST'), subject)).toMatch(/another site address \(310 W HARGETT ST\)/);
    expect(whyNoParcel(parcel('unavailable'), subject)).toMatch(/did not answer/);
    expect(whyNoParcel(parcel('empty'), subject)).toMatch(/no parcel record/);
    expect(whyNoParcel([], subject)).toMatch(/no parcel record/);
  });

  test("counts among the facts of the place only where it is not a neighbor's", () => {
    expect(statedOfPlace(at('222 W HARGETT ST'), subject)).toHaveLength(1);
    expect(statedOfPlace(at('310 W HARGETT ST'), subject)).toEqual([]);
  });

  test('of a point is the parcel at the point', () => {
    const { streetLine: _line, ...rest } = subject;
    expect(whyNoParcel(at('310 W HARGETT ST'), { ...rest, precision: 'point' })).toBeUndefined();
  });
});

test('council matters that are counted and not listed tell nothing of the place', () => {
  const council = (facts: Answer['facts']) =>
    parcel('found', facts).map((one) => tellsPolicy({ ...one, id: 'local_legislation' }));
  expect(council({ systems: [{ name: 'Council', introduced: 9, citation: 'c1' }] })).toEqual([false]);
  expect(council({ systems: [], matters: [{ number: 'O-1', citation: 'c1' }] })).toEqual([true]);
});

test('laws of the state beside an answer open no price gate', () => {
  const part = (tool: PartReading['tool'], facts: Answer['facts']) =>
    parcel('found', facts).map((one) => givesOfPlace({ ...one, tool, id: tool.slice('svc_'.length) }));
  const law = { topic: 'adu', place: 'Oregon', citation: 'c1' };
  const rule = { rule: 'x', place: 'Seattle, WA', citation: 'c1' };
  expect(part('svc_permit_rules', { laws: [law] })).toEqual([false]);
  expect(part('svc_permit_rules', { laws: [law], rules: [rule] })).toEqual([true]);
  expect(part('svc_property_tax_rates', { rates: [], transferTax: [law] })).toEqual([false]);
  expect(part('svc_property_tax_rates', { rates: [{ body: 'Wake County', citation: 'c1' }] })).toEqual([true]);
  const policy = parcel('found', { laws: [law] }).map((one) =>
    tellsPolicy({ ...one, tool: 'svc_permit_rules', id: 'permit_rules' }),
  );
  expect(policy).toEqual([false]);
});
