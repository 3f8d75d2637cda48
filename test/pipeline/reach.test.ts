import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Mirror } from '../../src/mirror/engine/mirror.ts';
import { mirrorReaching } from '../../src/pipeline/reach.ts';
import { testClock } from '../clock.ts';
import { datasetOf } from '../mirror/dataset-of.ts';

const radon = datasetOf('epa-radon-zones');

it('says by its title that a mirrored file does not reach a place, and asks it elsewhere', () => {
  const directory = mkdtempSync(join(tmpdir(), 'reach-'));
  const mirror = new Mirror({ directory, datasets: [radon], clock: testClock });
  try {
    const title = 'Map of Radon Zones, county table';
    expect(mirrorReaching(mirror, 'PR').rows(radon.id, { state: 'PR' })).toEqual({
      state: 'not_covered',
      source: title,
      reason: `${title} does not reach Puerto Rico.`,
    });
    expect(mirrorReaching(mirror, 'NC').rows(radon.id, { state: 'NC' })).toMatchObject({
      state: 'unavailable',
      source: title,
    });
  } finally {
    mirror.close();
    rmSync(directory, { recursive: true, force: true });
  }
});
