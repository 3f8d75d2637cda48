import { type Column, item, list, run, section, tableSection } from '../../reports/document.ts';
import type { ReportFact } from '../../reports/sections.ts';
import { valueText } from '../../reports/values.ts';
import { formOf } from '../shared/document/brief.ts';
import { type View, valueWords } from '../shared/document/view.ts';
import { againstRecordFields, challengeFields } from './schema.ts';

const bases = { caller_price: 'a price that the caller gave', assessment_notice: 'an assessment notice' } as const;

const recorded = (view: View): readonly Column<{ readonly fact: ReportFact }>[] => [
  ['On record', 24, ({ fact }) => fact.label],
  ['Value', 26, ({ fact }) => [[run(valueWords(fact.value, fact.unit, view), 'strong'), view.marks.of(fact.citation)]]],
];

export const challengeForm = formOf({ ...challengeFields, ...againstRecordFields }, (given, view) => {
  const { questioned, priceAgainstRecord, recordToCheck } = given;
  return [
    ...section(
      'questioned',
      'The figure in question',
      list([
        ...item('Rests on', bases[questioned.basis]),
        ...item('Price', questioned.priceUsd === undefined ? undefined : valueText(questioned.priceUsd, 'USD')),
        ...item('Day of the notice', questioned.noticeDate),
      ]),
    ),
    ...tableSection(
      'price-against-record',
      'The price beside the record: arithmetic, and no view of either',
      priceAgainstRecord,
      [
        ...recorded(view),
        ['Price given', 18, ({ given: { value, unit } }) => valueText(value, unit)],
        ['Difference', 18, ({ difference: { value, unit } }) => valueText(value, unit)],
        ['Of the recorded value', 14, ({ ofRecordedPercent }) => valueText(ofRecordedPercent, 'percent')],
      ],
    ),
    ...tableSection('record-to-check', 'What the assessor has on record, and what to hold it against', recordToCheck, [
      ...recorded(view),
      ['Hold it against', 50, ({ holdAgainst }) => holdAgainst],
    ]),
  ];
});
