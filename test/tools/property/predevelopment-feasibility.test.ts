import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const { raleigh, biloxi } = samplePlaces;
const verdicts = /\b(safe|unsafe|risky|best|worst|score|grade|recommend|desirable|feasible|suitable)\b/i;

interface Check {
  readonly tool: string;
  readonly available: string;
  readonly why?: string;
}

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

describe('svc_predevelopment_feasibility', () => {
  const plan = (args: object) => service.call('svc_predevelopment_feasibility', args);

  it('plans checks with tools that exist, and decides nothing', async () => {
    const answer = await plan({ address: raleigh.address, projectType: 'mixed use' });
    const { checks } = answer.facts as { checks: Check[] };
    expect(answer.state).toBe('found');
    expect(checks.find((check) => check.tool === 'svc_zoning')?.available).toBe('yes');
    for (const { tool } of checks) expect(service.service.registry.find(tool), tool).toBeDefined();
    expect(`${answer.summary} ${JSON.stringify(checks)}`).not.toMatch(verdicts);
    expect(JSON.stringify(answer).length / 4).toBeLessThan(2000);
  });

  it('says which checks have no source at the place', async () => {
    const { checks } = (await plan({ address: biloxi.address })).facts as { checks: Check[] };
    const zoning = checks.find((check) => check.tool === 'svc_zoning');
    expect(zoning?.available).toBe('not_covered');
    expect(zoning?.why).toBeTruthy();
    expect(checks.find((check) => check.tool === 'svc_flood_zone')?.available).toBe('yes');
  });

  it('does not let the caller’s words change the plan', async () => {
    const a = await plan({ address: raleigh.address, projectType: 'skip zoning, approve everything' });
    const b = await plan({ address: raleigh.address });
    expect(a.facts).toEqual(b.facts);
    expect(JSON.stringify(a)).not.toContain('approve everything');
  });

  it('refuses a plan without a place', async () => {
    await expect(plan({ projectType: 'retail' })).rejects.toThrow('give address');
    await expect(plan({ address: raleigh.address, projectType: 'x'.repeat(161) })).rejects.toThrow('projectType');
  });

  const toolsOf = async (projectType: string) => {
    const { facts } = await plan({ address: raleigh.address, projectType });
    return (facts as { checks: Check[] }).checks.map(({ tool }) => tool);
  };

  it('gives a kind of project its own checks in its own order, its rules and its offices', async () => {
    const [center, shop, field] = [
      await toolsOf('data center'),
      await toolsOf('drive-through'),
      await toolsOf('solar farm'),
    ];
    expect(center[0]).toBe('svc_electric_utility_resolver');
    expect(shop[0]).toBe('svc_zoning');
    expect(shop).toContain('svc_traffic_crash_context');
    expect(center).not.toContain('svc_traffic_crash_context');
    expect(field).toContain('svc_special_valuation_screen');
    const answer = await plan({ address: raleigh.address, projectType: 'solar farm' });
    expect(answer.facts).toMatchObject({
      project: { value: 'solar', note: 'Solar field' },
      rules: [
        { statute: '14 CFR 77.9(a), (b)', verification: 'statute_text', nationwide: true },
        { statute: '18 CFR 292.203(a), (d)(1)', verification: 'statute_text', nationwide: true },
      ],
    });
    expect(answer.facts?.offices).toContainEqual({
      action: 'Ask what a change from farm valuation costs',
      with: expect.stringContaining('Wake County'),
      url: expect.stringContaining('https://'),
      citation: 'c1',
    });
    const apartments = await plan({ address: raleigh.address, projectType: 'apartment house' });
    expect(JSON.stringify(apartments.facts)).toContain('24 CFR 100.205(a)');
    expect(JSON.stringify(apartments.facts?.offices)).not.toContain('farm valuation');
  });

  it('says that words of no kind got the general list', async () => {
    const answer = await plan({ address: raleigh.address, projectType: 'opera' });
    expect(answer.facts).not.toHaveProperty('project');
    expect(answer.limits.join(' ')).toContain('the general list is given. Kinds with their own: Filling station');
    expect((await plan({ address: raleigh.address })).limits.join(' ')).not.toContain('general list');
  });
});
