import { describe, expect, test } from 'vitest';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { intents, matchIntent, stages } from '../../src/rules/intents.ts';

const named = [
  'renter_due_diligence',
  'homebuyer_due_diligence',
  'small_business_siting',
  'community_organizer_journalist',
  'commercial_tenant_due_diligence',
  'land_investor_due_diligence',
  'developer_predevelopment',
  'environmental_research',
  'short_term_rental_operations',
  'hoa_board_governance',
  'property_owner_cost_relief',
  'property_tax_appeal',
  'utility_bill_relief',
  'mortgage_servicing',
  'disaster_recovery',
  'permit_project_closeout',
  'tax_delinquency_redemption',
];

const idOf = (text: string) => {
  const match = matchIntent(text);
  return match.state === 'exact' || match.state === 'phrase' ? match.entry.id : undefined;
};

describe('intents', () => {
  test('every intent that the specification names is there, and the three families that it describes', () => {
    const ids = intents().map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(named));
    expect(ids).toEqual(
      expect.arrayContaining(['data_center_siting', 'agricultural_land_due_diligence', 'renovation_planning']),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('steps name tools once, with a reason and a known stage, paid steps last', () => {
    for (const { id, steps } of intents()) {
      expect(new Set(steps.map(({ tool }) => tool)).size, id).toBe(steps.length);
      for (const { tool, why, stage } of steps) {
        expect(tool, id).toMatch(/^(svc_[a-z0-9_]+|svc-[a-z0-9-]+)$/);
        expect(why.length, tool).toBeGreaterThan(10);
        expect(stages).toContain(stage);
        expect(stage === 'packet', `${id} ${tool}`).toBe(tool.startsWith('svc-'));
      }
    }
  });

  test('no step and no tool names one that does not exist', () => {
    const registry = shippedRegistry();
    const texts = [...registry.free, ...registry.paid].flatMap(({ whenToUse, notFor, limits }) => [
      whenToUse,
      notFor,
      limits,
    ]);
    const names = JSON.stringify([intents(), texts]).match(/svc[-_][a-z0-9_-]+/g) ?? [];
    expect(names.length).toBeGreaterThan(intents().length);
    expect(names.filter((name) => !registry.freeTool(name) && !registry.paidTool(name))).toEqual([]);
  });

  test('no verdict words in what is published', () => {
    expect(JSON.stringify(intents())).not.toMatch(
      /\b(safe|unsafe|risky|best|worst|score|grade|recommend|desirable)\b/i,
    );
  });

  test('an id is taken in any spelling, and with a slip of the pen', () => {
    for (const { id, title } of intents()) {
      expect(idOf(id)).toBe(id);
      expect(idOf(id.replaceAll('_', '-').toUpperCase())).toBe(id);
      expect(idOf(` ${id.replaceAll('_', ' ')} `)).toBe(id);
      expect(idOf(title), title).toBe(id);
    }
    expect(idOf('homebuyer_due_dilligence')).toBe('homebuyer_due_diligence');
  });

  test('every phrase of the table means its own intent', () => {
    for (const { id, phrases } of intents()) for (const phrase of phrases) expect(idOf(phrase), phrase).toBe(id);
  });

  test.each([
    ['buying a house', 'homebuyer_due_diligence'],
    ['we are about to buy our first home', 'homebuyer_due_diligence'],
    ['tax too high', 'property_tax_appeal'],
    ['my property tax is too high', 'property_tax_appeal'],
    ['water bill too high', 'utility_bill_relief'],
    ['I want to open a coffee shop', 'small_business_siting'],
    ['server farm', 'data_center_siting'],
    ['buy a farm', 'agricultural_land_due_diligence'],
    ['planning a kitchen remodel', 'renovation_planning'],
    ['help after the hurricane', 'disaster_recovery'],
    ['airbnb in Nashville', 'short_term_rental_operations'],
    ['signing a lease for an apartment', 'renter_due_diligence'],
  ])('"%s" is %s', (phrase, id) => expect(idOf(phrase)).toBe(id));

  test('what fits nothing is unknown, with nearest intents and no guess', () => {
    expect(matchIntent('tap dancing')).toEqual({ state: 'unknown', nearest: [] });
    expect(matchIntent('')).toMatchObject({ state: 'unknown' });
    const even = matchIntent('flood insurance for my boat');
    expect(even.state === 'unknown' && even.nearest.map(({ id }) => id)).toEqual([
      'mortgage_servicing',
      'disaster_recovery',
    ]);
  });

  test.each([
    ['I want to open a cafe', 'small_business_siting'],
    ['my house flooded', 'disaster_recovery'],
    ['my basement flooded in the hurricane', 'disaster_recovery'],
    ['foreclosure', 'home_foreclosure'],
    ['solar panels', 'solar_installation'],
    ['build a warehouse', 'developer_predevelopment'],
    ['the county is selling my house for unpaid taxes', 'tax_delinquency_redemption'],
  ])('"%s" means %s', (phrase, id) => expect(idOf(phrase)).toBe(id));

  test.each([
    ['cafe', 'small_business_siting'],
    ['they raised my assessment', 'property_tax_appeal'],
    ['cannot pay my water bill', 'utility_bill_relief'],
    ["my landlord won't fix the heat", 'renter_due_diligence'],
    ['restaurant permit for my cousin', 'small_business_siting'],
  ])('"%s" is nearest to %s, which is said', (phrase, id) => {
    const match = matchIntent(phrase);
    expect([match.state, 'entry' in match && match.entry.id]).toEqual(['near', id]);
  });
});
