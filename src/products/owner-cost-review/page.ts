import { item, list, section, text } from '../../reports/document.ts';
import { valueText } from '../../reports/values.ts';
import { spoken } from '../../reports/words.ts';
import { formOf } from '../shared/document/brief.ts';
import { ownerCostSchema } from './schema.ts';

const money = (value: number | undefined, unit = 'USD') => (value === undefined ? undefined : valueText(value, unit));

export const ownerFiguresForm = formOf(
  { callerFigures: ownerCostSchema.shape.callerFigures },
  ({ callerFigures: given }) => {
    if (!given) return [];
    const { mortgage: loan } = given;
    return section('figures', 'Figures that the caller gave', [
      ...list([
        ...item('Property tax', money(given.annualTaxUsd, 'USD per year')),
        ...item('Insurance', money(given.annualInsuranceUsd, 'USD per year')),
        ...item('Electricity', money(given.monthlyElectricUsd, 'USD per month')),
        ...item('Water', money(given.monthlyWaterUsd, 'USD per month')),
        ...(loan
          ? item(
              'Mortgage',
              `${money(loan.originalLoanAmountUsd)} on ${money(loan.originalValueUsd)}, closed ${loan.originationDate}, ${loan.annualRatePercent}%, ${spoken(loan.loanType).toLowerCase()}`,
            )
          : []),
      ]),
      text(`They are ${given.use}.`, 'note'),
    ]);
  },
);
