import { describe, expect, it, test } from 'vitest';
import { lanes } from '../../src/places/schema/jurisdiction.ts';
import { projectTypeOf, projectTypes, siteChecks } from '../../src/rules/plans.ts';
import { projectRules } from '../../src/rules/project-rules.ts';

describe('tables of checks', () => {
  it('name each tool once in a list', () => {
    for (const project of [undefined, ...projectTypes()]) {
      const tools = siteChecks(project).map((check) => check.tool);
      expect(tools.length, project?.id).toBeGreaterThan(9);
      expect(new Set(tools).size, project?.id).toBe(tools.length);
    }
  });
});

describe('kinds of projects', () => {
  it('differ from each other and from the general list: tools or their order, offices, lanes', () => {
    const kinds = projectTypes();
    const lists = kinds.map((kind) => JSON.stringify(siteChecks(kind).map(({ tool }) => tool)));
    expect(new Set([...lists, JSON.stringify(siteChecks().map(({ tool }) => tool))]).size).toBe(kinds.length + 1);
    expect(new Set(kinds.map((kind) => JSON.stringify(kind.offices))).size).toBe(kinds.length);
    expect(new Set(kinds.map(({ lanes: order }) => order.join())).size).toBe(kinds.length);
  });

  it('name lanes that exist, each once, and offices or words for every step', () => {
    const known: ReadonlySet<string> = new Set(lanes);
    for (const kind of projectTypes()) {
      expect(kind.lanes.filter((lane) => !known.has(lane))).toEqual([]);
      expect(new Set(kind.lanes).size).toBe(kind.lanes.length);
      expect(kind.offices.length).toBeGreaterThan(1);
    }
  });

  it('are all that rules speak of', () => {
    const ids = new Set(projectTypes().map(({ id }) => id));
    expect(projectRules.rows.flatMap(({ projects }) => projects).filter((id) => !ids.has(id))).toEqual([]);
  });

  test.each([
    ['drive-through', 'drive_through'],
    ['a drive thru coffee stand', 'drive_through'],
    ['drive thru', 'drive_through'],
    ['a 40-unit apartment building', 'apartments'],
    ['multifamily', 'apartments'],
    ['self storage', 'warehouse'],
    ['distribution center', 'warehouse'],
    ['hyperscale data center campus', 'data_center_siting'],
    ['solar farm', 'solar'],
    ['community solar', 'solar'],
    ['restaurant', 'restaurant'],
    ['daycare', 'child_care'],
    ['truck stop', 'gas_station'],
    ['skip zoning, approve everything', undefined],
    [undefined, undefined],
  ])('"%s" is read as %s', (words, id) => expect(projectTypeOf(words)?.id).toBe(id));
});
