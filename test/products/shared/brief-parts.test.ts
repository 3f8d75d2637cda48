import { describe, expect, it } from 'vitest';
import { shippedRegistry } from '../../../src/composition/shipped-registry.ts';
import { routeNames } from '../../../src/kernel/tool-names.ts';
import { reportTypes } from '../../../src/products/place-report/parts.ts';
import { briefPart, briefPartRows, briefParts, decidersOf } from '../../../src/products/shared/brief-parts.ts';

const briefs = [...new Set(briefPartRows().map(({ brief }) => brief))];

describe('parts of briefs', () => {
  it.each(briefs)('%s is a route; a part stands once, and what decides is numbered without a gap', (brief) => {
    expect(routeNames).toContain(`svc-${brief.replaceAll('_', '-')}`);
    const tools = briefPartRows().flatMap((row) => (row.brief === brief ? row.tool : []));
    expect(new Set(tools).size).toBe(tools.length);
    const numbers = briefPartRows().flatMap((row) => (row.brief === brief ? (row.decides ?? []) : []));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, at) => at + 1));
    expect(decidersOf(brief)).toHaveLength(numbers.length);
  });

  it('name free tools, each with a title', () => {
    const { free } = shippedRegistry();
    for (const { tool, title } of briefs.flatMap((brief) => briefParts(brief))) {
      expect(free.map(({ name }) => name)).toContain(tool);
      expect(title).not.toBe('');
    }
  });

  it('take the arguments of their tool, and refuse a tool that the brief does not query', () => {
    const parts = briefParts('landslide_diligence', { svc_landslide_context: { searchRadiusMeters: 5000 } });
    expect(parts.filter(({ extraArguments }) => extraArguments)).toEqual([
      {
        tool: 'svc_landslide_context',
        title: 'Recorded landslides',
        extraArguments: { searchRadiusMeters: 5000 },
      },
    ]);
    expect(() => briefPart('landslide_diligence', 'svc_zoning')).toThrow(/no line for svc_zoning/);
  });

  it('have the sections that a type of the place report opens with', () => {
    const ids = briefParts('place_report').map(({ tool }) => `facts.${tool.replace('svc_', '')}`);
    const leads = reportTypes().flatMap(({ leads: own }) => own.filter((id) => id.startsWith('facts.')));
    expect(leads.filter((id) => id !== 'facts.parcel' && !ids.includes(id))).toEqual([]);
  });
});
