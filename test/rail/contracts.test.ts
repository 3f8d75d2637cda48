import { expect, test } from 'vitest';
import code from './contracts/code.json' with { type: 'json' };
import { compileContracts } from './contracts/compile.ts';

test("the rail's contracts are what their source compiles to", { timeout: 60_000 }, () => {
  expect(compileContracts()).toEqual(code);
});
