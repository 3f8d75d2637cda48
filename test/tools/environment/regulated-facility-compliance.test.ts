import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withRows } from '../../upstreams/edits.ts';
import { askWith, chicago, raleigh, withinMile } from '../ask.ts';

const tool = 'svc_regulated_facility_compliance';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('puts violations first, with dates in order and dollars as numbers', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(pick(answer.facts, 'facilities', 'withViolations', 'others')).toEqual({
      facilities: {
        count: 3,
        byDistance: withinMile(1, 1, 2),
        byStatus: { 'No Violation Identified': 2, 'Significant Violation': 1 },
        withoutCoordinates: 1,
        citation: 'c1',
      },
      withViolations: {
        nearest: [
          {
            registryId: '110000000101',
            recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid=110000000101',
            name: 'SYNTHETIC ASPHALT PLANT',
            programs: ['air', 'water'],
            complianceStatus: 'Significant Violation',
            byProgram: { air: 'No Violation Identified', water: 'Significant Violation' },
            quartersInNoncompliance: 5,
            inspectionCount: 4,
            lastInspectedOn: '2025-08-12',
            formalActionCount: 1,
            lastFormalActionOn: '2025-09-30',
            penaltiesUsd: 12_500,
            distanceMeters: 1200,
            direction: 'E',
          },
        ],
        citation: 'c1',
      },
      others: {
        nearest: [
          {
            registryId: '110000000102',
            recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid=110000000102',
            name: 'SYNTHETIC DRY CLEANER',
            programs: ['hazardous waste'],
            complianceStatus: 'No Violation Identified',
            quartersInNoncompliance: 0,
            inspectionCount: 0,
            formalActionCount: 0,
            penaltiesUsd: 0,
            distanceMeters: 350,
            direction: 'E',
          },
        ],
        citation: 'c1',
      },
    });
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED/);
  });

  it('is empty where ECHO counts none', async () => {
    const answer = await service.call(tool, { address: chicago });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toMatch(/no regulated facility/);
  });

  it.each(['http500', 'error200', 'html200', 'wrongShape'] as const)(
    'is unavailable on %s and names the tools to ask instead',
    async (fault) => {
      const answer = await askWith({ 'epa-echo': fault }, tool, { address: raleigh });
      expect(answer.state).toBe('unavailable');
      expect(answer.verifyNext.map((next) => next.with)).toEqual(['svc_environmental_history', 'svc_toxic_releases']);
    },
  );

  it('refuses a radius beyond its ceiling', async () => {
    await expect(service.call(tool, { address: raleigh, radiusMeters: 9000 })).rejects.toMatchObject({
      code: 'invalid_arguments',
    });
  });

  it('gives the statutes, the last inspection and the last action of a facility, and counts what it leaves out', async () => {
    const compliant = {
      FacComplianceStatus: 'No Violation Identified',
      FacQtrsWithNC: '0',
      CAAComplianceStatus: 'Unknown',
      CWAComplianceStatus: 'No Violation Identified',
      FacDateLastInspection: '09/14/2025',
      FacDateLastFormalAction: '09/30/2024',
    };
    const { facts = {}, summary } = await askWith(
      {
        'epa-echo': withRows(40, (_, at) => ({
          RegistryID: `1100009${String(at).padStart(2, '0')}`,
          ...(at % 2 === 1 && compliant),
        })),
      },
      tool,
      { address: raleigh },
    );
    expect(pick(facts.withViolations, 'leftOut')).toEqual({ leftOut: 13 });
    const { nearest, ...rest } = facts.others as { nearest: object[] };
    expect(rest).toEqual({ leftOut: 18, citation: 'c1' });
    expect(nearest[1]).toEqual({
      registryId: '110000903',
      recordUrl: 'https://echo.epa.gov/detailed-facility-report?fid=110000903',
      name: 'SYNTHETIC ASPHALT PLANT',
      programs: ['air', 'water'],
      complianceStatus: 'No Violation Identified',
      byProgram: { air: 'Unknown', water: 'No Violation Identified' },
      quartersInNoncompliance: 0,
      inspectionCount: 4,
      lastInspectedOn: '2025-09-14',
      formalActionCount: 1,
      lastFormalActionOn: '2024-09-30',
      penaltiesUsd: 12_500,
      distanceMeters: 1200,
      direction: 'E',
    });
    expect(summary).toBe(
      'ECHO counts 3 regulated facilities 1609 m around the point; of the 39 that could be measured, 19 with a violation in the compliance status.',
    );
  });
});
