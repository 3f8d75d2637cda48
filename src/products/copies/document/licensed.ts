import { groupBy } from '../../../kernel/group.ts';
import { apart, type Block, plain, type ReportDocument, run, table } from '../../../reports/document.ts';
import { spoken } from '../../../reports/words.ts';
import { type LicensedPart, licensedHours } from '../../shared/licensed/licensed.ts';

const stateWords: Readonly<Record<LicensedPart['state'], string>> = {
  bought: 'Bought for this answer',
  no_record: 'Asked, and the provider has nothing',
  not_configured: 'No provider is configured',
  not_bought: 'Not bought',
};

/** What is said of each licensed part, those that say the same together. */
export const licensedBlocks = (parts: readonly LicensedPart[]): Block[] =>
  table(
    'What was bought of licensed providers',
    { Part: 24, State: 40, Provider: 36 },
    apart(
      [...groupBy(parts, (part) => JSON.stringify(part)).values()].flatMap(([part, ...same]) => {
        if (!part) return [];
        const { component, state, provider, reason } = part;
        return [
          [
            [plain(`${spoken(component)}${same.length > 0 ? ` (${same.length + 1} times)` : ''}`)],
            [[run(stateWords[state], 'strong')], ...(reason ? [plain(reason)] : [])],
            [plain(provider ?? '')],
          ],
        ];
      }),
    ),
    { quiet: true },
  );

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
