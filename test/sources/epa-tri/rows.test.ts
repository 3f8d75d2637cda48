import { describe, expect, it } from 'vitest';
import { readBasicFile, summarize } from '../../../src/sources/epa-tri/client.ts';
import { triForms } from '../../../src/sources/epa-tri/fields.ts';
import { triFile } from '../../upstreams/sources/epa-tri.ts';

/** The forms of a file; undefined where it is another file. */
const formsOf = async (text: string) => (await readBasicFile(text))?.flatMap((row) => triForms.read(row) ?? []);

describe('the basic data file', () => {
  it('is read whatever number stands before a column, and whatever columns come besides', async () => {
    const forms = await formsOf(triFile.replaceAll('37. CHEMICAL', '34. CHEMICAL'));
    expect(forms).toHaveLength(5);
    expect(forms?.[0]).toMatchObject({ facilityId: '27601SYNTH1', unit: 'pounds', air: 1210.5, underground: 0 });
    expect(JSON.stringify(forms)).not.toMatch(/PLANTED/);
  });

  it('is not that file where a column is missing', async () => {
    expect(await readBasicFile(triFile.replace('UNIT OF MEASURE', 'UNIT'))).toBeUndefined();
    expect(await readBasicFile('<html>maintenance</html>')).toBeUndefined();
  });

  it('never adds grams to pounds, and leaves a certified form without quantities', async () => {
    const forms = (await formsOf(triFile)) ?? [];
    const sums = summarize(forms);
    expect(sums.grams?.onSite).toBe(0.0739);
    expect(sums.pounds?.onSite).toBe(1550.5);
    expect(forms.find(({ certifiedOnly }) => certifiedOnly)?.onSite).toBeUndefined();
    expect(summarize(forms.filter(({ certifiedOnly }) => certifiedOnly)).pounds).toBeUndefined();
  });
});
