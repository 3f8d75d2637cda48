import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Tool } from '../../src/catalog/registry.ts';
import { createRanker } from '../../src/catalog/search/rank.ts';
import { createSearch } from '../../src/catalog/search.ts';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { type Question, questions } from './search-questions.ts';

const registry = shippedRegistry();
const search = createSearch(registry);
const known = new Set(registry.tools.flatMap((tool) => [tool.name, tool.slug ?? tool.name]));
const fold = (name: string) => name.replaceAll('-', '_');

interface Tally {
  queried: number;
  first: number;
  topThree: number;
  missed: string[];
}

/** Recall over the questions whose tools are in the tool index; the others are counted as left out. */
function tally(all: readonly Question[]) {
  const kinds = new Map<string, Tally>();
  const leftOut: string[] = [];
  for (const { q, kind, accept } of all) {
    if (accept.length > 0 && !accept.some((name) => known.has(name))) {
      leftOut.push(accept[0] ?? q);
      continue;
    }
    const { hits, hint } = search.search(q);
    const names = hits.map(({ name }) => fold(name));
    const wanted = new Set(accept.map(fold));
    const one = kinds.get(kind) ?? { queried: 0, first: 0, topThree: 0, missed: [] };
    const fits = (count: number) =>
      accept.length === 0 ? hint !== undefined : names.slice(0, count).some((name) => wanted.has(name));
    one.queried += 1;
    if (fits(1)) one.first += 1;
    else one.missed.push(`${q} -> ${names.slice(0, 3).join(', ')}`);
    if (fits(3)) one.topThree += 1;
    kinds.set(kind, one);
  }
  return { kinds, leftOut };
}

function meetsGoals(all: readonly Question[]): void {
  const { kinds, leftOut } = tally(all);
  const subjects = ['free', 'paid'].flatMap((kind) => kinds.get(kind) ?? []);
  const sum = (pick: (one: Tally) => number) => subjects.reduce((total, one) => total + pick(one), 0);
  const queried = sum((one) => one.queried);
  const missed = [...kinds.values()].flatMap((one) => one.missed);
  const report = `left out ${leftOut.length} (${leftOut.join(', ')}); missed: ${missed.join(' | ')}`;
  expect(queried, report).toBeGreaterThan(0);
  expect(sum((one) => one.first) / queried, report).toBeGreaterThanOrEqual(0.85);
  expect(sum((one) => one.topThree) / queried, report).toBeGreaterThanOrEqual(0.95);
  const exact = kinds.get('exact');
  expect(exact?.first, report).toBe(exact?.queried);
  const negative = kinds.get('negative');
  expect((negative?.first ?? 0) / (negative?.queried ?? 1), report).toBeGreaterThanOrEqual(0.8);
}

const samplePath = join(import.meta.dirname, '../../../shared/check/search-examples.jsonl');

describe('search', () => {
  test('questions in plain words find their tool', () => meetsGoals(questions));

  test.skipIf(!existsSync(samplePath))('the shared sample of questions (../shared/check) finds its tools', () => {
    const lines = readFileSync(samplePath, 'utf8').trim().split('\n');
    meetsGoals(lines.map((line) => JSON.parse(line) as Question));
  });

  test('every tool is first for its own name, in either spelling, among other words', () => {
    for (const { name } of registry.tools) {
      const other = name.includes('_') ? name.replaceAll('_', '-') : name.replaceAll('-', '_');
      for (const written of [name, other, name.toUpperCase()]) {
        const [first] = search.search(`flood zone or wetlands, but rather ${written} please`).hits;
        expect(fold(first?.name ?? ''), written).toBe(fold(name));
      }
    }
  });

  test('a slug in the question gives the paid route of that name, with its price and endpoint', () => {
    const [hit] = search.search('svc-flood-zone').hits;
    expect(hit).toMatchObject({
      name: 'svc-flood-zone',
      priceUsdc: '0.01',
      endpoint: '/api/svc-flood-zone',
      readOnly: false,
    });
    const [free] = search.search('svc_flood_zone').hits;
    expect(free).toMatchObject({ name: 'svc_flood_zone', rail: 'free_and_paid', readOnly: true });
  });

  test('a tool that writes is not read-only', () => {
    expect(search.search('svc_request_coverage').hits[0]?.readOnly).toBe(false);
  });

  test('nothing fits: no hits, a reason, and the categories instead', () => {
    const cooking = search.search('best lasagna recipe');
    expect(cooking).toMatchObject({ hits: [] });
    expect(cooking.hint).toContain('something else');
    expect(cooking.categories?.length).toBeGreaterThan(0);
    expect(cooking.nearest).toHaveLength(3);
    expect(cooking.nearest?.[2]).toMatchObject({ name: 'svc_request_coverage', weak: true });
    expect(search.search("Taylor Johnson's cell number").hint).toContain('not people');
    expect(search.search('flood map of Hamburg, Germany')).toMatchObject({
      hits: [],
      hint: expect.stringContaining('United States only'),
    });
    for (const text of ['', '   ', '???', 'the of and', 'zzzz qqqq']) {
      const nothing = search.search(text);
      expect(nothing.hits, text).toEqual([]);
      expect(nothing.hint).toBeTruthy();
    }
  });

  test.each([
    ['will this house flood', 'svc_flood_zone', 'forecasts'],
    ['is this building safe in an earthquake', 'svc_seismic_design', 'verdict'],
    ['who owns the parcel at 44 Pine St', 'svc_parcel_lookup', 'not people'],
    ['will there be a hurricane evacuation, what is declared', 'svc_fema_events', 'forecasts'],
    ['what is my house worth', 'svc_parcel_transfers', 'values a property'],
  ])('the form of a question adds one sentence and takes no tool away: %s', (text, name, said) => {
    const { hits, hint } = search.search(text);
    expect(hits.map((hit) => hit.name)).toContain(name);
    expect(hint).toContain(said);
  });

  test('a subject that no tool reads gives the nearest tools, marked weak', () => {
    const { hits, hint } = search.search('school attendance zone');
    expect(hits[0]).toMatchObject({ name: 'svc_governing_districts', weak: true });
    expect(hint).toBe(
      'No tool here reads school attendance zones and school ratings: the school district publishes its attendance zones; the nearest tools are marked weak.',
    );
    const [sure] = search.search('flood zone').hits;
    expect(sure).not.toHaveProperty('weak');
  });

  test('US places that are named like countries stay inside', () => {
    for (const text of [
      'flood zone in London KY',
      'flood zone, New Mexico',
      'flood zone of 12 Canada Rd',
      'flood zone in Lebanon',
    ]) {
      expect(search.search(text).hits[0]?.name, text).toBe('svc_flood_zone');
    }
    expect(search.search('flood zone in London').hits).toEqual([]);
  });

  test.each([
    ['China Grove NC zoning', 'svc_zoning'],
    ['German Village Columbus OH zoning', 'svc_zoning'],
    ['is the drinking water safe at this address', 'svc_drinking_water_violations'],
    ['is the radon level unsafe', 'svc_radon_zone'],
    ['worst storms on record in this county', 'svc_storm_events'],
    ['top 10 TRI polluters around this place', 'svc_toxic_releases'],
    ['loan limit for 1 to 5 unit building', 'svc_loan_limits'],
    ['who owns the road', 'svc-road-access'],
  ])('a word of the guard does not beat the topic: %s', (text, name) => {
    expect(search.search(text).hits[0]?.name).toBe(name);
  });

  test('a place with a noun that no one taught still gets what is answered about any place', () => {
    for (const text of ['1200 Main St, Mexico Beach FL', 'qqzzx at 30.2672,-97.7431', 'Biloxi, Mississippi zzqq']) {
      const names = search.search(text).hits.map(({ name }) => name);
      expect(names, text).toContain('svc_place_facts');
      expect(names, text).toContain('svc_lane_availability');
    }
  });

  test('anyone who asks for everything is reported what the paid report adds', () => {
    const whole = search.search('everything about this house');
    expect(whole.hits.map(({ name }) => name)).toContain('svc-place-report');
    expect(whole.hint).toContain('svc-place-report (paid, 0.05 USDC) adds');
  });

  test('a paid route is found under its name with underscores', () => {
    for (const name of ['svc_place_report', 'svc_before_you_sign', 'SVC_Place-Report']) {
      const [hit] = search.search(name).hits;
      expect(hit).toMatchObject({ name: name.toLowerCase().replaceAll('_', '-'), rail: 'paid', readOnly: false });
    }
  });

  test('an address in the question is not searched', () => {
    expect(search.search('parcel 14 Soil Survey Rd, Flood, NC 27601').hits[0]?.name).not.toBe('svc_soil_context');
    expect(search.search('flood zone at 9 Radon Gas Ave').hits[0]?.name).toBe('svc_flood_zone');
  });

  test('a wrong name brings near names', () => {
    const wrong = search.search('svc_flod_zone');
    expect(wrong.suggestions).toContain('svc_flood_zone');
    expect(search.near('zone_flood')).toContain('svc_flood_zone');
    expect(search.near('entirely different')).toEqual([]);
  });

  test('filters by category and rail, and keeps to the limit', () => {
    const tax = search.search('appeal deadline', { category: 'tax' }).hits;
    expect(tax.every(({ category }) => category === 'tax')).toBe(true);
    const priced = search.search('flood zone', { rail: 'paid' }).hits;
    expect(priced.length).toBeGreaterThan(0);
    expect(priced.every(({ endpoint, priceUsdc }) => endpoint && priceUsdc)).toBe(true);
    expect(search.search('coverage of a place', { limit: 2 }).hits).toHaveLength(2);
  });

  test('five hits stay within 1,500 tokens and always say which arguments there are', () => {
    for (const { q } of questions) {
      const result = search.search(q);
      expect(JSON.stringify(result).length, q).toBeLessThanOrEqual(5000);
      for (const hit of result.hits) expect(hit.inputSchema ?? hit.arguments, hit.name).toBeDefined();
    }
  });

  test('typing mistakes and plurals do not matter', () => {
    for (const text of ['wetlnads', 'flood zones', 'FLOODPLAIN?', 'floodplains']) {
      const found = search.search(text).hits.map(({ name }) => name);
      if (text === 'wetlnads' && !known.has('svc_wetland_context')) continue;
      expect(found[0], text).toBe(text === 'wetlnads' ? 'svc_wetland_context' : 'svc_flood_zone');
    }
  });

  test('hostile questions are only words', () => {
    for (const text of [
      '__proto__',
      'constructor toString',
      '(((((',
      '"; DROP TABLE',
      'a'.repeat(5000),
      '\u202Esvc_flood_zone',
      '{{7*7}}',
    ]) {
      expect(() => search.search(text), text.slice(0, 20)).not.toThrow();
    }
  });

  test('the 95th percentile stays under 2 ms', () => {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (const { q } of questions) {
        // time of this process, so that a busy machine does not count
        const start = process.cpuUsage();
        search.search(q);
        const { user, system } = process.cpuUsage(start);
        times.push((user + system) / 1000);
      }
    }
    times.sort((a, b) => a - b);
    expect(times[Math.floor(times.length * 0.95)]).toBeLessThan(2);
  });

  test('a tool without questions is first where its own words fit best, and takes no question of another', () => {
    const dams = {
      ...registry.free[0],
      name: 'svc_dams_nearby',
      title: 'Dams near an address',
      summary: 'Dams of the national inventory around a place, with their hazard potential.',
      whenToUse: 'Which dams are near this address, and how high is the hazard of each?',
    } as Tool;
    const ranker = createRanker([...registry.tools, dams]);
    const firstOf = (question: string) => ranker.rank(question, () => true).tools[0]?.tool.name;
    expect(firstOf('which dams are upstream of this house')).toBe(dams.name);
    for (const question of ['is the drinking water safe at this address', 'top 10 TRI polluters around this place'])
      expect(firstOf(question)).toBe(createRanker(registry.tools).rank(question, () => true).tools[0]?.tool.name);
  });
});
