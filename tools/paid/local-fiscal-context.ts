import { definePaid } from '../../src/catalog/define.ts';
import { atAddress, place } from '../../src/catalog/inputs.ts';
import { financesMirror } from '../../src/mirror/queries/government-finances.ts';
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

export default definePaid({
  title: 'Local fiscal context',
  summary:
    'Taxes, aid, spending, debt and holdings of the county, city, township and school district of a place, by item code.',
  whenToUse:
    'What do the governments at this address take in, spend and owe, by the Census of Governments and its yearly survey?',
  notFor: 'No rating, trend or forecast; rates on a tax bill are free in svc_property_tax_rates.',
  scope: 'national',
  subject: 'area',
  sources: ['census-geocoder'],
  mirrors: [financesMirror],
  essential: [[financesMirror]],
  examples: [
    { title: 'Governments of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'A county', arguments: { place: 'Wake County, NC' } },
  ],
  input: atAddress({ place: place.optional() }, [['place']]),
  paid: {
    priceUsdc: '0.05',
    chargesWhen:
      'the files of the newest year and of the newest full count are loaded and current, and a government of the place has amounts in at least five of twelve groups with no more than half of the money imputed',
    freeWhen: 'missing, stale or thin snapshot',
    tags: ['government finance', 'taxes', 'Census', 'local'],
    preflightTools: ['svc_taxing_districts', 'svc_lane_availability'],
    seeAlso: ['svc_property_tax_rates', 'svc-property-tax'],
  },
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
