import { describe, expect, it } from 'vitest';
import { shippedRegistry } from '../../src/composition/shipped-registry.ts';
import { nextChecks } from '../../src/rules/next-checks.ts';
import { isAnswer } from '../answers.ts';
import { readGolden } from '../example-answers.ts';

const { free } = shippedRegistry();
const withoutLine = free.filter(({ verifyNext = [] }) => verifyNext.length === 0);

/** Tools whose answers have no next check, and why. */
const withoutChecks: Readonly<Record<string, string>> = {
  svc_agent_feedback: 'it confirms a note that is stored; there is nothing to look up',
};

describe('next checks', () => {
  it('of a tool are the lines with the name of its file, in the order of the table', () => {
    const tool = free.find(({ name }) => name === 'svc_transportation_context');
    expect(tool?.verifyNext?.map((check) => check.with)).toEqual([
      'svc_transit_context',
      'Bureau of Transportation Statistics',
    ]);
    expect(nextChecks('transportation-context')).toEqual(tool?.verifyNext);
  });

  it.each(withoutLine.map(({ name }) => name))('%s has no line, so its answers name next checks themselves', (name) => {
    const answers = Object.values(readGolden(name)).filter(isAnswer);
    const silent = answers.filter(({ verifyNext }) => verifyNext.length === 0);
    if (name in withoutChecks) expect(silent).not.toEqual([]);
    else expect(silent).toEqual([]);
  });
});
