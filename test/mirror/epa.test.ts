import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { datasets } from '../../src/mirror/datasets.ts';
import { Mirror } from '../../src/mirror/engine/mirror.ts';
import { frsMirror, registryRows } from '../../src/sources/epa-frs/registry.ts';
import { loadMirrorFiles } from '../upstreams/load-mirrors.ts';

const now = new Date('2026-11-21T12:00:00Z');
const raleigh = { latitude: 35.7783, longitude: -78.6431 };
let directory: string;
let mirror: Mirror;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'epa-mirror-'));
  await loadMirrorFiles(directory, now);
  mirror = new Mirror({ directory, datasets, clock: () => now });
});
afterAll(() => {
  mirror.close();
  rmSync(directory, { recursive: true, force: true });
});

const dataOf = (lookup: { state: string }) => (lookup as { data?: readonly object[] }).data ?? [];

describe('EPA files as published', () => {
  it('keep no contact', () => {
    for (const { id } of datasets.filter(({ id }) => id.startsWith('epa-')))
      expect(JSON.stringify(dataOf(mirror.rows(id, {}))), id).not.toMatch(/PLANTED/);
  });

  it('radon zones: read past the byte order mark, without the rows that are no county', () => {
    expect(dataOf(mirror.rows('epa-radon-zones', {}))).toHaveLength(6);
    expect(dataOf(mirror.rows('epa-radon-zones', { state: 'VA', countyKey: 'richmondcity' }))).toMatchObject([
      { zone: 1 },
    ]);
  });

  it('UCMR 5: lithium is left out, and a result below the reporting level has no value', () => {
    expect(dataOf(mirror.rows('epa-ucmr5', { pwsId: 'NC0392010' }))).toMatchObject([
      { contaminant: 'PFOS', sign: '=', value: 0.0062, collected: '2024-05-29' },
      { contaminant: 'PFBS', sign: '<', value: null },
    ]);
  });

  it('NEI: each row keeps its unit, and a year that is not loaded is not empty by name', () => {
    const rows = dataOf(mirror.near('epa-nei-facilities', raleigh, 1000));
    expect(rows).toMatchObject([
      { unit: 'short tons per year', emissions: 12.5, year: '2023' },
      { unit: 'lb per year', emissions: 3.25, countyFips: '37183' },
    ]);
  });

  it('TRI: grams stay grams', () => {
    const rows = dataOf(mirror.rows('epa-tri-basic', { state: 'NC', countyKey: 'wake' })) as { unit: string }[];
    expect(rows.filter(({ unit }) => unit === 'grams')).toHaveLength(1);
    expect(rows).toHaveLength(4);
  });

  it('registry: only programs that are read, and a state that is not loaded is unavailable', () => {
    const of = (state: string) =>
      registryRows(mirror, state, (where) => mirror.rows(frsMirror, { ...where, isRcra: 1 }));
    expect(of('NC')).toMatchObject({ state: 'found', data: [{ handlerId: 'NCD000000204', zip: '27601' }] });
    const unloaded = of('VA');
    expect(unloaded.state).toBe('unavailable');
    expect('reason' in unloaded && unloaded.reason).toContain('mirror sync epa-frs-facilities --part va');
  });
});
