import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { repeated } from '../../upstreams/edits.ts';
import { askWith, biloxi, chicago, listOf, newYork } from '../ask.ts';

const tool = 'svc_capital_projects';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('puts the position of one set and the money of the other together; the nearest of several points counts', async () => {
    const answer = await service.call(tool, { address: newYork });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      projects: [
        {
          projectNumber: '850SANDHW01',
          description: 'RECONSTRUCTION OF GOLD STREET WATER MAINS',
          type: 'Fixed Asset',
          agency: 'DDC',
          firstCommittedOn: '2025-06-01',
          lastCommittedOn: '2029-06-01',
          plannedUsd: 14_200_000,
          committedUsd: 900_000,
          spentUsd: 310_000,
          distanceMeters: 224,
          citation: 'c2',
        },
      ],
    });
    expect(answer.facts?.projects).toEqual([
      {
        projectNumber: '850SANDHW01',
        agency: 'DDC',
        plannedUsd: 14_200_000,
        spentUsd: 310_000,
        distanceMeters: 224,
        description: 'RECONSTRUCTION OF GOLD STREET WATER MAINS',
        type: 'Fixed Asset',
        firstCommittedOn: '2025-06-01',
        lastCommittedOn: '2029-06-01',
        committedUsd: 900_000,
        citation: 'c2',
      },
    ]);
  });

  it('is empty within a radius without projects, and says that many have no position', async () => {
    const answer = await service.call(tool, { address: newYork, radiusMeters: 50 });
    expect(answer.state).toBe('empty');
    expect(answer.summary).toContain('carry no position');
  });

  it('is not covered where no set is wired', async () => {
    expect((await service.call(tool, { address: chicago })).state).toBe('not_covered');
    expect((await service.call(tool, { address: biloxi })).limits.join(' ')).toContain('New York, NY');
  });

  it('keeps the positions where the money cannot be read, and is unavailable where the positions cannot', async () => {
    const queried = { address: newYork };
    const half = await askWith({ 'nyc-capital-projects': 'http500' }, tool, queried);
    expect(half.state).toBe('partial');
    expect(half.facts?.projects).toEqual([
      {
        projectNumber: '850SANDHW01',
        distanceMeters: 224,
        description: 'RECONSTRUCTION OF GOLD STREET WATER MAINS',
        citation: 'c1',
      },
    ]);
    expect(JSON.stringify(half.facts)).not.toContain('Usd');
    expect((await askWith({ 'nyc-capital-points': 'http500' }, tool, queried)).state).toBe('unavailable');
  });

  it('refuses unknown fields', async () => {
    await expect(service.call(tool, { address: newYork, radius: 5 })).rejects.toMatchObject({ status: 400 });
  });

  it('lists the nearest projects and counts the others', async () => {
    const many = {
      'nyc-capital-points': repeated(12, (index) => ({ maprojid: `850SANDHW${index}` })),
    };
    const { facts } = await askWith(many, tool, { address: newYork });
    expect([listOf(facts, 'projects').length, facts?.leftOut]).toEqual([8, 4]);
  });
});
