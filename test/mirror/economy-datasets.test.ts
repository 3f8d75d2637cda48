import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MirrorAccess } from '../../src/kernel/ports/mirror.ts';
import { datasets } from '../../src/mirror/datasets.ts';
import { loadDataset } from '../../src/mirror/engine/load.ts';
import { Mirror } from '../../src/mirror/engine/mirror.ts';
import { loadMirrorFiles } from '../upstreams/load-mirrors.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ours = [
  'bls-laus-county',
  'bls-laus-monthly',
  'census-acs-housing',
  'cms-geographic-variation',
  'congress-legislators',
  'fcc-bdc-summary',
  'fhfa-hpi-state',
  'hud-safmr',
  'lodes-blocks',
  'lodes-workplace',
  'opportunity-zones-2018',
] as const;

let directory: string;
let mirror: MirrorAccess;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'economy-'));
  await loadMirrorFiles(directory, now);
  mirror = new Mirror({ directory, datasets, clock: () => now });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const first = (id: string, where: Record<string, string | number>) => {
  const found = mirror.rows(id, where);
  return 'data' in found ? found.data[0] : undefined;
};

describe('synthetic files in the official shape', () => {
  test.each(ours)('%s: loads, and keeps no column that is not named', (id) => {
    const dataset = datasets.find((entry) => entry.id === id);
    expect(mirror.status(id).rows).toBeGreaterThan(0);
    const found = mirror.rows(id, {}, { limit: 200 });
    expect('data' in found && found.data.length).toBeGreaterThan(0);
    expect(JSON.stringify(found)).not.toMatch(/planted/i);
    if ('data' in found)
      expect(Object.keys(found.data[0] ?? {}).sort()).toEqual(Object.keys(dataset?.columns ?? {}).sort());
  });

  test('parts that are missing make a dataset partial', () => {
    expect(mirror.status('lodes-workplace').state).toBe('partial');
    expect(mirror.status('census-acs-housing').state).toBe('ready');
  });

  test('monthly series: county rows only, no annual mean, no year before the window, a dash is no number', () => {
    const rows = mirror.rows('bls-laus-monthly', { countyFips: '37183', measure: '03' }, { orderBy: 'month' });
    expect('data' in rows && rows.data.map(({ month }) => month)).toHaveLength(16);
    expect(first('bls-laus-monthly', { countyFips: '09110', measure: '04' })?.value).toBeNull();
    expect(mirror.status('bls-laus-monthly').vintage).toBe('2026-09');
  });

  test('suppressed Medicare cells and missing estimates are missing, not zero', () => {
    expect(first('cms-geographic-variation', { countyFips: '30069' })).toMatchObject({
      beneficiaries: 98,
      paymentPerBeneficiary: null,
    });
    expect(first('census-acs-housing', { geoid: '37183050100', table: 'b25077' })).toMatchObject({
      e1: null,
      m1: null,
    });
  });

  test('LODES adds up by tract and block group', () => {
    const rows = mirror.rows('lodes-workplace', { tract: '37183050100' });
    expect('data' in rows && rows.data.reduce((sum, { jobs }) => sum + Number(jobs), 0)).toBe(424);
    expect(first('lodes-workplace', { blockGroup: '371830501001' })?.state).toBe('nc');
  });

  test('members: the last term, and nothing about the person', () => {
    expect(first('congress-legislators', { state: 'NC', chamber: 'house' })).toMatchObject({
      name: 'Synthetic Member',
      district: 2,
      termEnds: '2027-01-03',
    });
  });
});

const shared = join(import.meta.dirname, '../../../shared/data');
const real = [
  {
    id: 'bls-laus-county',
    file: 'bls-laus-county-2016/laucnty16.csv',
    part: '2016',
    rows: 3219,
    where: { countyFips: '01001' },
    expected: { laborForce: 25_649, unemploymentRatePercent: 5.3 },
  },
  {
    id: 'hud-safmr',
    file: 'hud-safmr-2024/safmr_fy2024.csv.gz',
    part: '2024',
    rows: 27_446,
    where: { zip: '76437' },
    expected: { rent2: 910, areaName: 'Abilene, TX MSA' },
  },
  {
    id: 'opportunity-zones-2018',
    file: 'opportunity-zones/designated_qozs_2018-12-14.csv',
    rows: 8764,
    where: { tract2010: '01001020700' },
    expected: { state: 'Alabama', tractType: 'Low-Income Community' },
  },
  {
    id: 'fhfa-hpi-state',
    file: 'fhfa-hpi-county/hpi_at_state.csv',
    rows: 8772,
    where: { state: 'AK', quarter: '1975Q1' },
    expected: { index: 61.65 },
  },
] as const;

describe('official files', () => {
  for (const { id, file, rows, where, expected, ...more } of real) {
    test.skipIf(!existsSync(join(shared, file)))(`${id} from ../shared/data/${file}`, async () => {
      const into = mkdtempSync(join(tmpdir(), 'economy-real-'));
      try {
        const dataset = datasets.find((entry) => entry.id === id);
        if (!dataset) throw new Error(id);
        const loaded = await loadDataset(dataset, join(shared, file), {
          directory: into,
          retrievedAt: now.toISOString(),
          ...('part' in more && { part: more.part }),
        });
        expect(loaded.rows).toBe(rows);
        const found = new Mirror({ directory: into, datasets, clock: () => now }).rows(id, where);
        expect('data' in found && found.data[0]).toMatchObject(expected);
      } finally {
        rmSync(into, { recursive: true, force: true });
      }
    });
  }
});
