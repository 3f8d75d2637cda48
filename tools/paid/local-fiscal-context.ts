import { definePaid } from '../../src/catalog/define.ts';
import { atAddress, place } from '../../src/catalog/inputs.ts';
import {
  areaNote,
  fiscalReason,
  leastGroups,
  limits,
  mostImputedPercent,
  readFinances,
} from '../../src/products/local-fiscal-context/gather.ts';
import { type FiscalReason, fiscalReasonField } from '../../src/products/local-fiscal-context/schema.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';

const caveats = [
  ...limits,
  'Editions stand side by side as published, in dollars of their years: no trend, no rating, no comparison of governments and no statement about what a bond or a tax will be.',
] as const;

const why: Readonly<Record<FiscalReason, string>> = {
  missing:
    'a file of government finances that is needed (the newest year, and the newest in which all are counted) is not loaded',
  stale: 'the newest loaded file of government finances is of a year that ended more than 800 days ago',
  thin: `no government of the place has amounts in at least ${leastGroups} of the twelve groups of lines with no more than ${mostImputedPercent} % imputed`,
  unresolved: 'no government of the place is known',
};

export default definePaid('svc-local-fiscal-context', {
  subject: 'area',
  input: atAddress({ place: place.optional() }, [['place']]),
  ...briefRoute({
    kind: 'local_fiscal_context',
    label: 'Government finances',
    diagnosticFields: fiscalReasonField,
    extraReadings: (ctx) => readFinances(ctx),
    thin: (_readings, _subject, own) => {
      const reason = fiscalReason(own);
      return reason && why[reason];
    },
    lead: ({ subject }) => areaNote(subject),
    extraDiagnosticFields: (_readings, own) => ({ reason: fiscalReason(own) ?? 'thin' }),
    caveats,
  }),
});
