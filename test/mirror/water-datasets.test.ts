import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasets } from '../../src/mirror/datasets.ts';
import { Mirror } from '../../src/mirror/engine/mirror.ts';
import { loadMirrorFiles } from '../upstreams/load-mirrors.ts';
import { samplePlaces } from '../upstreams/places.ts';

const now = new Date('2026-11-21T12:00:00Z');
let directory: string;
let mirror: Mirror;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'water-mirror-'));
  await loadMirrorFiles(directory, now);
  mirror = new Mirror({ directory, datasets, clock: () => now });
});
afterAll(() => {
  mirror.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('sewer files', () => {
  it('reads two tables of one archive; a blank volume is not zero', () => {
    expect(mirror.rows('echo-sewer-overflow-events', { eventKey: '700002' })).toMatchObject({
      data: [{ gallons: null }],
    });
    expect(mirror.rows('echo-sewer-overflow-events', { eventKey: '700004' })).toMatchObject({ data: [{ gallons: 0 }] });
    expect(mirror.rows('echo-sewer-overflow-types', { eventKey: '700001' })).toMatchObject({
      data: [{ type: 'CSO' }, { type: 'BYP' }],
    });
  });

  it('leaves closed outfalls out and tells treated from untreated', () => {
    expect(mirror.rows('echo-cso-outfalls', { permitId: 'IL0028088' })).toMatchObject({
      data: [{ treated: 0 }, { treated: 1 }],
    });
  });
});

describe('electric territories', () => {
  it('reads the workbook inside the archive, by county name', () => {
    expect(mirror.rows('eia-861-territories', { state: 'NC', countyKey: 'wake' })).toMatchObject({
      state: 'found',
      data: [{ eiaId: '99001', year: '2024' }, { eiaId: '99004' }],
    });
    expect(mirror.status('eia-861-territories')).toMatchObject({ rows: 5, vintage: '2024' });
  });

  it('is whole when its three pages are loaded', () => {
    expect(mirror.status('hifld-electric-territories')).toMatchObject({ state: 'ready', rows: 3 });
    expect(mirror.containing('hifld-electric-territories', samplePlaces.biloxi)).toMatchObject({
      data: [{ eiaId: '99003', customers: null, holdingCompany: null }],
    });
  });
});
