import { definePaid } from '../../src/catalog/define.ts';
import { atAddress, place } from '../../src/catalog/inputs.ts';
import {
  areaNote,
  fiscalReason,
  fiscalReasonField,
  limits,
  readFinances,
  whyNoFinances,
} from '../../src/products/local-fiscal-context/gather.ts';
import { briefRoute } from '../../src/products/shared/brief-route.ts';

const caveats = [
  ...limits,
  'Editions stand side by side as published, in dollars of their years: no trend, no rating, no comparison of governments and no statement about what a bond or a tax will be.',
] as const;

export default definePaid('svc-local-fiscal-context', {
  input: atAddress({ place: place.optional() }, [['place']]),
  ...briefRoute({
    subject: 'area',
    kind: 'local_fiscal_context',
    label: 'Government finances',
    diagnosticFields: fiscalReasonField,
    extraReadings: (ctx) => readFinances(ctx),
    thin: (_readings, _subject, own) => {
      const reason = fiscalReason(own);
      return reason && whyNoFinances[reason];
    },
    lead: ({ subject }) => areaNote(subject),
    extraDiagnosticFields: (_readings, own) => ({ reason: fiscalReason(own) ?? 'thin' }),
    caveats,
  }),
});
