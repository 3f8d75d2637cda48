import { z } from 'zod';
import { askOfficeOrState, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, place } from '../../src/catalog/inputs.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import { rowCitation, rowVerifications } from '../../src/rules/cited-row.ts';
import { fitOf } from '../../src/rules/rule-fit.ts';
import { pointerChecks, pointerLimits, pointersFor } from '../../src/rules/rule-pointers.ts';
import { coveredPlaces } from '../../src/rules/rule-table.ts';
import { inForce, rateShape, taxRates, viewRate } from '../../src/rules/tax-rates.ts';

export default defineTool({
  title: 'Property tax rates of a place',
  summary: 'Property tax rates of a county, city or school district, with the tax year and the page that states them.',
  whenToUse: 'What is the property tax rate here, per $100 of value, and who levies it?',
  notFor: 'Not the bill of a property (svc_property_tax_estimate) and not a list of all bodies (svc_taxing_districts).',
  scope: 'rules',
  subject: 'area',
  examples: [
    { title: 'A city', arguments: { place: 'Philadelphia, PA' } },
    { title: 'A city and its county', arguments: { place: 'Raleigh, NC' } },
  ],
  input: inputObject({ place }),
  output: answerOf({ rates: rows({ ...rateShape, verification: z.enum(rowVerifications) }) }),
  run(ctx) {
    const { subject, answer } = ctx;
    const today = ctx.now.toISOString().slice(0, 10);
    const area = placeWords(subject);
    // the rate of a body that reaches only a part of the place is none of the place
    const here = taxRates.rows.filter(({ scope }) => fitOf(scope, subject) === 'whole');
    const pointers = pointersFor(taxRates.id, subject);
    const current = here.filter((one) => inForce(one, today));
    const shown = current.length > 0 ? current : here;
    const source = 'Table of property tax rates of this service';
    const searchExtent = { area, recordScope: 'rates of the bodies of the table' };
    const [first] = shown;
    if (!first) {
      answer.addLookup({ state: 'not_covered', source, reason: 'the table has no rate for the place' }, searchExtent);
      return answer.finish({
        summary: `Table of property tax rates queried for ${area}: it has no rate that was read on an official page.`,
        limits: [...pointerLimits(pointers), `Places with rates: ${coveredPlaces(taxRates).join('; ')}.`],
        verifyNext: [
          ...pointerChecks(pointers),
          ...askOfficeOrState(
            subject,
            offices.collector,
            'Read the rates on the bill or ask for them',
            'Look for published rate tables',
          ),
        ],
      });
    }
    const state = current.length > 0 ? 'found' : 'stale';
    const reason = `rates of tax year ${first.taxYear}; later ones were not seen`;
    answer.count(state);
    answer.note({ source, ...searchExtent, state, ...(state === 'stale' && { reason }) });
    const rates = shown.map((one) => ({
      ...viewRate(one, today),
      verification: one.verification,
      citation: answer.cite(rowCitation(one)),
    }));
    const answered = rates
      .map(({ body, appliesTo, ratePer100Usd }) => `${appliesTo === 'all' ? body : appliesTo} $${ratePer100Usd}`)
      .join(', ');
    return answer.finish({
      summary: `Table of property tax rates queried for ${area}, tax year ${first.taxYear}: ${answered} per $100${state === 'stale' ? `; not known to be in force on ${today}` : ''}.`,
      facts: { rates },
      verifyNext: [
        {
          action: `Confirm the rate; the table was read on ${taxRates.asOf}`,
          with: first.page.name,
          url: first.page.url,
        },
      ],
    });
  },
});
