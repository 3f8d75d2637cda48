import { type Block, run } from '../../../reports/document.ts';
import type { SectionOf } from '../../../reports/sections.ts';
import { noteOf } from '../../../reports/words.ts';
import type { PlaceReport } from '../schema/report.ts';
import { recordTable } from './tables.ts';

/** Records of one lane, with the search extent that was searched and how to read their publisher. */
export function recordBlocks(section: SectionOf<'records'>, report: PlaceReport): Block[] {
  const known = new Map(report.records.map((record) => [record.id, record]));
  const records = section.recordIds.flatMap((id) => known.get(id) ?? []);
  return [
    ...noteOf(section.note),
    {
      kind: 'text',
      line: [
        run('Search extent: ', 'muted'),
        run(`${section.searchExtent}. `),
        run(section.complete ? '' : 'Not all of it was read.', 'strong'),
      ],
    },
    ...(records.length > 0 ? [recordTable(records, section.title)] : []),
    ...section.biasProfiles.flatMap(({ sourceName, biasProfile }): Block[] => [
      { kind: 'text', line: [run(`How to read ${sourceName}`, 'strong')] },
      {
        kind: 'list',
        ordered: false,
        items: [
          [[run('Measures: ', 'muted'), run(biasProfile.measures)]],
          [[run('Does not measure: ', 'muted'), run(biasProfile.doesNotMeasure)]],
          ...biasProfile.knownBiases.map((text) => [[run('Known bias: ', 'muted'), run(text)]]),
          ...(biasProfile.lagDays === undefined
            ? []
            : [[[run('Usual delay: ', 'muted'), run(`${biasProfile.lagDays} days`)]]]),
        ],
      },
    ]),
  ];
}
