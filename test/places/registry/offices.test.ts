import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { officeFor, officeOfLane, offices } from '../../../src/answers/offices.ts';
import { findState, states } from '../../../src/geography/us-states.ts';
import { readDataFile } from '../../../src/kernel/data-file.ts';
import type { Subject } from '../../../src/kernel/subject.ts';
import { countyCode } from '../../../src/place/counties.ts';
import { countySubject } from '../../../src/place/subjects.ts';
import {
  officeColumns,
  officesIn,
  parseOffices,
  recordKeeper,
  wrongOfficePage,
} from '../../../src/places/registry/offices.ts';
import { lanes } from '../../../src/places/schema/jurisdiction.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { subjectAt } from './subject-at.ts';

const counties = '../shared/data/hud-fmr-2024/fmr_fy2024.csv';

const at = (fips: string): Subject => {
  const county = countyCode(fips);
  if (!county) throw new Error(`no county ${fips}`);
  return countySubject(county.name, county);
};
const rowWith = (cells: Readonly<Record<string, string>>) => {
  const row: Record<string, string> = {
    state: 'NC',
    area: '37183',
    area_name: 'Wake County',
    keeps: 'assessor',
    page: 'office',
    office: '',
    url: 'https://assessor.example.gov/',
    seen_by: 'catalog',
    seen_on: '2026-11-21',
    seen_in: 'a test',
    held_by: 'county',
    ...cells,
  };
  return `${officeColumns.join(',')}\n${officeColumns.map((column) => row[column]).join(',')}\n`;
};

describe('data/offices.csv', () => {
  test('every row is taken, in the order of states, and a state is read apart from the others', () => {
    const rows = parseOffices(readDataFile('offices.csv'));
    expect(rows.length).toBeGreaterThan(500);
    const codes = rows.map(({ state }) => state);
    expect(codes).toEqual(codes.toSorted());
    for (const { code } of states) expect(officesIn(code)).toEqual(rows.filter(({ state }) => state === code));
  });

  test.each([
    ['http', { url: 'http://assessor.example.gov/' }, /not https/],
    ['a number for a host', { url: 'https://10.1.2.3/' }, /no public host/],
    ['an inner host', { url: 'https://gis.county.local/' }, /no public host/],
    ['a port', { url: 'https://county.gov:8443/' }, /a port/],
    ['a hosted search', { url: 'https://qpublic.schneidercorp.com/x' }, /page of a company/],
    ['a hosted search below .us', { url: 'https://dallas.tx.publicsearch.us/' }, /page of a company/],
    ['an e-mail address', { office: 'clerk@county.gov' }, /e-mail/],
    ['a phone number', { office: 'Clerk 919-555-0100' }, /phone/],
    ['a county of another state', { area: '48201' }, /another state/],
    ['a word that is none', { seen_by: 'sure' }, /seen_by/],
  ])('refuses %s', (_, cells, problem) => {
    expect(() => parseOffices(rowWith(cells))).toThrow(problem);
  });

  test('refuses a second page of the same kind', () => {
    const [header, row] = rowWith({}).split('\n');
    expect(() => parseOffices([header, row, row].join('\n'))).toThrow(/line 3: a second row/);
  });
});

describe('the office for a record', () => {
  test.skipIf(!existsSync(counties))('every county of the HUD list has a page, the state list or a plain name', () => {
    const rows: readonly { readonly fips: string; readonly stusps: string }[] = parse(readFileSync(counties), {
      columns: true,
      bom: true,
    });
    const codes = [...new Set(rows.map(({ fips }) => fips.padStart(10, '0').slice(0, 5)))].filter(countyCode);
    expect(codes.length).toBeGreaterThan(3100);
    for (const fips of codes) {
      const subject = at(fips);
      const state = findState(fips.slice(0, 2));
      for (const need of [offices.assessor, offices.recorder, offices.collector, offices.planning]) {
        const office = officeFor(subject, need);
        const pages = recordKeeper(subject, need.keeps).pages;
        expect(office.with.length, fips).toBeGreaterThan(5);
        if (office.url === undefined) continue;
        expect(pages.map(({ url }) => url)).toContain(office.url);
        expect(wrongOfficePage(office.url), office.url).toBeUndefined();
        const [page] = pages;
        expect([
          subject.county?.fips,
          ...subject.countyAlternates.map(({ fips: code }) => code),
          state?.fips,
        ]).toContain(page?.area);
      }
    }
  });

  test('every state names a page for the assessor, or its towns do', () => {
    const fifty = states.filter(({ fips }) => Number(fips) < 60);
    for (const { code, fips } of fifty) {
      const rows = officesIn(code).filter(({ area, keeps }) => area === fips && keeps === 'assessor');
      expect(rows.length, code).toBeGreaterThan(0);
    }
  });

  test.each([
    ['48201', 'assessor', 'Central Appraisal District, Harris County, TX', 'https://public.hcad.org/'],
    ['48301', 'assessor', 'assessor of Loving County, TX (state list)', /comptroller\.texas\.gov/],
    ['04013', 'assessor', 'Maricopa County Assessor', /mcassessor\.maricopa\.gov/],
    ['24510', 'assessor', 'State Department of Assessments and Taxation, Baltimore city, MD', /dat\.maryland\.gov/],
    ['24510', 'recorder', 'recorder of deeds of Baltimore city, MD (state index)', /mdlandrec\.net/],
    ['24510', 'planning', 'planning department of Baltimore city, MD', undefined],
    ['11001', 'assessor', 'Office of Tax and Revenue, Real Property Tax Administration', /otr\.cfo\.dc\.gov/],
    ['72127', 'collector', 'CRIM (Centro de Recaudación de Ingresos Municipales)', /crimpr\.net/],
    ['78030', 'recorder', 'Recorder of Deeds (Office of the Lieutenant Governor)', /ltg\.gov\.vi/],
    ['60010', 'assessor', /^assessor of /, undefined],
    ['02020', 'assessor', 'Assessor, Anchorage Municipality, AK', /muni\.org/],
    ['22071', 'assessor', 'Orleans Parish Assessor', /nolaassessor/],
  ] as const)('%s %s: %s', (fips, kind, name, url) => {
    const office = officeFor(at(fips), offices[kind]);
    if (typeof name === 'string') expect(office.with).toBe(name);
    else expect(office.with).toMatch(name);
    if (url === undefined) expect(office).not.toHaveProperty('url');
    else expect(office.url).toMatch(url);
  });

  test('a county under the code that it had before is the same county', () => {
    const [now, then] = ['12086', '12025'].map((fips) => officeFor(at(fips), offices.assessor).url);
    expect(now).toMatch(/miamidade/);
    expect(then).toBe(now);
  });

  test('where towns keep the records, no county is named', () => {
    const hartford = subjectAt(samplePlaces.hartford);
    expect(officeFor(hartford, offices.assessor)).toEqual({ with: 'assessor of Hartford, CT' });
    expect(officeFor(hartford, offices.recorder)).toEqual({ with: 'clerk (land records) of Hartford, CT' });
    for (const fips of ['09003', '09110']) {
      expect(officeFor(at(fips), offices.assessor)).toEqual({ with: 'assessor of the town or city' });
      expect(officeFor(at(fips), offices.planning)).toEqual({ with: 'planning department of the town or city' });
    }
    // Massachusetts records deeds by county although its towns assess
    expect(officeFor(at('25025'), offices.recorder).url).toMatch(/masslandrecords/);
  });

  test("inside a city its own department is named, never the county's page", () => {
    const raleigh = subjectAt(samplePlaces.raleigh);
    for (const lane of ['zoning', 'permits', 'incidents'] as const) {
      const office = officeFor(raleigh, officeOfLane[lane]);
      expect(office.with).toMatch(/ of Raleigh, NC \(outside its limits: Wake County\)$/);
      expect(office).not.toHaveProperty('url');
    }
  });

  test('every lane has an office', () => {
    for (const lane of lanes) expect(officeOfLane[lane].words).toMatch(/\w/);
  });
});
