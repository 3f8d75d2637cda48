import type { SourceAccess } from '../../src/kernel/ports/sources.ts';

/** The part of a fake source access that has no cache behind it. */
export const unkept: Pick<SourceAccess, 'accept' | 'refuse' | 'leftOut'> = {
  accept() {},
  refuse() {},
  leftOut() {},
};
