import { type Block, plain, type ReportDocument, run } from '../../../reports/document.ts';
import { spoken } from '../../../reports/words.ts';
import { type LicensedPart, licensedHours } from '../../shared/licensed/licensed.ts';

const stateWords: Readonly<Record<LicensedPart['state'], string>> = {
  bought: 'Bought for this answer',
  no_record: 'Asked, and the provider has nothing',
  not_configured: 'No provider is configured',
  not_bought: 'Not bought',
};

/** What is said of each licensed part, those that say the same together. */
export function licensedBlocks(parts: readonly LicensedPart[]): Block[] {
  const rows = new Map<string, { readonly part: LicensedPart; count: number }>();
  for (const part of parts) {
    const known = rows.get(JSON.stringify(part));
    if (known) known.count += 1;
    else rows.set(JSON.stringify(part), { part, count: 1 });
  }
  if (rows.size === 0) return [];
  return [
    {
      kind: 'table',
      caption: 'What was bought of licensed providers',
      quiet: true,
      columns: [
        { title: 'Part', width: 24 },
        { title: 'State', width: 40 },
        { title: 'Provider', width: 36 },
      ],
      groups: [...rows.values()].map(({ part: { component, state, provider, reason }, count }) => ({
        rows: [
          [
            [plain(`${spoken(component)}${count > 1 ? ` (${count} times)` : ''}`)],
            [[run(stateWords[state], 'strong')], ...(reason ? [plain(reason)] : [])],
            [plain(provider ?? '')],
          ],
        ],
      })),
    },
  ];
}

/** The line above everything: who may have this. */
export const licensedSentence = (parts: readonly LicensedPart[]): ReportDocument['meta'] =>
  parts.some(({ state }) => state === 'bought' || state === 'no_record')
    ? [
        {
          label: 'For',
          line: plain(
            `the buyer alone; it holds licensed data, is kept ${licensedHours} hours and must not be published`,
          ),
        },
      ]
    : [];
