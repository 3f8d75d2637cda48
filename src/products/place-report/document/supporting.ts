import { type Block, type Cell, type Line, muted, plain, quote, run } from '../../../reports/document.ts';
import { grouped, valueText } from '../../../reports/values.ts';
import { dayOf, moment, spoken, webAddress } from '../../../reports/words.ts';
import type { SupportingContext, SupportingFact, SupportingSource } from '../schema/supporting.ts';

const kinds: Readonly<Record<SupportingFact['kind'], string>> = {
  property_physical_comparison: 'Subject parcel and recorded sales near it',
  property_sale_market_timeline: 'Listing and sale dates',
  transportation_project_status: 'Transport project',
  development_case_milestone: 'Development case',
};

const stateMeaning: Readonly<Record<SupportingFact['state'], string>> = {
  candidate: 'matched by position only',
  verified: 'the official record itself names it',
  conflict: 'sources state different values',
  rejected: 'the record names another subject',
};

const sourceLines = ({ authority, sourceName, sourceUrl, fetchedAt, recordId, locator }: SupportingSource): Cell => [
  [run(sourceName, undefined, webAddress(sourceUrl))],
  ...(recordId || locator ? [muted([recordId && `Record ${recordId}`, locator].filter(Boolean).join(', '))] : []),
  muted(`${spoken(authority)} source \u00b7 Read ${moment(fetchedAt)}`),
];

const named = (label: string, value: string | number | undefined, unit?: string): Line[] =>
  value === undefined
    ? []
    : [[run(`${label}: `, 'muted'), typeof value === 'number' ? run(valueText(value, unit)) : quote(value)]];

interface Property {
  readonly grossAreaSqft?: number | undefined;
  readonly yearBuilt?: number | undefined;
  readonly acreage?: number | undefined;
}
const propertyLines = ({ grossAreaSqft, yearBuilt, acreage }: Property): Line[] => [
  ...named('Gross area', grossAreaSqft, 'ft2'),
  ...named('Year built', yearBuilt),
  ...named('Acreage', acreage, 'acres'),
];

function detailLines(fact: SupportingFact): Line[] {
  switch (fact.kind) {
    case 'property_physical_comparison':
      return [
        [quote(fact.subject.addressLabel)],
        ...propertyLines(fact.subject),
        ...fact.nearby.map(
          ({ addressLabel, saleDate, salePriceUsd, source }): Line => [
            run('Near: ', 'muted'),
            quote(addressLabel),
            run(
              `${saleDate ? `, sold ${dayOf(saleDate)}` : ''}${salePriceUsd === undefined ? '' : `, $${grouped(salePriceUsd)}`}`,
            ),
            run(` (${source.sourceName}, read ${moment(source.fetchedAt)})`, 'muted', webAddress(source.sourceUrl)),
          ],
        ),
      ];
    case 'property_sale_market_timeline':
      return [
        [quote(fact.addressLabel)],
        ...named('Listed', `${dayOf(fact.listedDate)}, $${grouped(fact.listPriceUsd)}`),
        ...(fact.pendingDate ? named('Pending', dayOf(fact.pendingDate)) : []),
        ...named('Sold', `${dayOf(fact.saleDate)}, $${grouped(fact.salePriceUsd)}`),
        ...fact.marketSources.map(
          ({ sourceName, sourceUrl, fetchedAt }): Line => [
            run(`${sourceName}, read ${moment(fetchedAt)}`, 'muted', webAddress(sourceUrl)),
          ],
        ),
      ];
    case 'transportation_project_status':
      return [
        ...named('Project', fact.projectId),
        ...named('Status', fact.currentStatus),
        ...named('Edition', fact.edition),
        ...named('Length', fact.scopeMiles, 'mi'),
        ...named('Total estimate', fact.totalEstimateUsd, 'USD'),
        ...named('Earlier schedule, right of way', fact.earlierSchedule?.rightOfWayYear),
        ...named('Earlier schedule, construction', fact.earlierSchedule?.constructionYear),
      ];
    case 'development_case_milestone':
      return [
        ...named('Case', fact.caseId),
        ...named('Project', fact.projectName),
        ...named('Parcels', fact.parcelCount),
        ...named('Hearings', fact.hearingDates?.map(dayOf).join(', ')),
        ...named('Continued to', fact.continuedTo && dayOf(fact.continuedTo)),
        ...named('Roads', fact.roads?.join(', ')),
      ];
  }
}

/** Supporting facts with the state that their sources allow, and what could not be made a fact. */
export function supportingBlocks({ facts, excluded }: SupportingContext): Block[] {
  const relation = (label: string, ids: readonly string[] | undefined): Line[] =>
    ids && ids.length > 0 ? [muted(`${label} ${ids.join(', ')}`)] : [];
  const table: Block[] =
    facts.length === 0
      ? []
      : [
          {
            kind: 'table',
            caption: 'Supporting facts and their states',
            quiet: true,
            columns: [
              { title: 'What', width: 24 },
              { title: 'State', width: 20 },
              { title: 'As the source states it', width: 31 },
              { title: 'Source and dates', width: 25 },
            ],
            groups: facts.map((fact) => ({
              rows: [
                [
                  [plain(kinds[fact.kind]), muted(fact.id)],
                  [
                    [run(spoken(fact.state), 'strong')],
                    muted(stateMeaning[fact.state]),
                    ...relation('Supersedes', fact.supersedesFactIds),
                    ...relation('In conflict with', fact.conflictsWithFactIds),
                  ],
                  detailLines(fact),
                ],
              ],
              shared: sourceLines(fact.source),
            })),
          },
        ];
  if (excluded.length === 0) return table;
  return [
    ...table,
    { kind: 'text', line: plain('Could not be made a supporting fact:'), tone: 'note' },
    { kind: 'list', ordered: false, items: excluded.map((text) => [plain(excludedWords(text))]) },
  ];
}

/** "transportation_project_status: reason" with its kind in words. */
function excludedWords(text: string): string {
  const kind = Object.keys(kinds).find((name) => text.startsWith(`${name}:`));
  return kind ? `${kinds[kind as SupportingFact['kind']]}:${text.slice(kind.length + 1)}` : text;
}
