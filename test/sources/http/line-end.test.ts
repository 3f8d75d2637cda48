import { describe, expect, it } from 'vitest';
import { cutBehind } from '../../../src/sources/http/line-end.ts';

const lines = ['GEO_ID|E', '050US01|1', '140US01|2', '140US72|3', '140US72|4', '150US01|5', '140US72|6', ''].join('\n');
const wanted = ['GEO_ID|E', '050US01|1', '140US01|2', '140US72|3', '140US72|4', ''].join('\n');

/** What is kept of a text that comes in chunks of so many bytes. */
function cut(text: string, size: number, prefix = '140US72') {
  const cutter = cutBehind(prefix);
  const bytes = Buffer.from(text);
  let kept = '';
  for (let at = 0; at < bytes.length; at += size) {
    const next = cutter.take(bytes.subarray(at, at + size));
    kept += Buffer.from(next.kept).toString();
    if (next.ended) return { kept, ended: true };
  }
  return { kept: kept + Buffer.from(cutter.rest()).toString(), ended: false };
}

describe('a text that ends behind the lines of a prefix', () => {
  it.each(Array.from({ length: 30 }, (_, at) => at + 1))('is the same in chunks of %i bytes', (size) => {
    expect(cut(lines, size)).toEqual({ kept: wanted, ended: true });
  });

  it.each([1, 5, 200])('is whole where no line begins so, or none follows (%i)', (size) => {
    expect(cut(lines, size, '999')).toEqual({ kept: lines, ended: false });
    expect(cut(wanted, size)).toEqual({ kept: wanted, ended: false });
    expect(cut(wanted.trimEnd(), size)).toEqual({ kept: wanted.trimEnd(), ended: false });
    expect(cut('140', size)).toEqual({ kept: '140', ended: false });
  });

  it.each([1, 3, 200])('ends at a line that is shorter than the prefix (%i)', (size) => {
    expect(cut('140US72|1\n15\n160\n', size)).toEqual({ kept: '140US72|1\n', ended: true });
  });
});
