import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { federalRecordings } from './federal-table.ts';
import { localRecordings } from './local-table.ts';
import { unread } from './unread.ts';

const folder = join(import.meta.dirname, '../../../shared/samples');
const recordings = [...federalRecordings, ...localRecordings];

/** Every recording of the folder; an INDEX says where the others come from. */
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('INDEX'))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

describe.skipIf(!existsSync(folder))('every recording (folder of recordings)', () => {
  it('stands in the table once: read by a reader, or left with a reason', () => {
    const rows = [...recordings.map(({ file }) => file), ...Object.keys(unread)];
    expect(rows.toSorted()).toEqual(files());
    for (const reason of Object.values(unread)) expect(reason.split(' ').length).toBeGreaterThan(4);
  });

  it.each(recordings.map((row) => [row.file, row.reader, row] as const))('%s by %s', async (file, _reader, row) => {
    expect(await row.read(readFileSync(join(folder, file), 'utf8'))).toEqual(row.expected);
  });
});
