import { describe, expect, it } from 'vitest';
import { comparisonTools, siteChecks } from '../../src/rules/site-checks.ts';

describe('tables of checks', () => {
  it('name each tool once', () => {
    const tools = siteChecks.map((check) => check.tool);
    expect(new Set(tools).size).toBe(tools.length);
    expect(new Set(comparisonTools).size).toBe(comparisonTools.length);
  });
});
