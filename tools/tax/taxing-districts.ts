import { z } from 'zod';
import { askParts, contextParts } from '../../src/answers/context-parts.ts';
import { askOffice, offices } from '../../src/answers/offices.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { contextOutput } from '../../src/catalog/define-composed.ts';
import { placeOf } from '../../src/catalog/inputs.ts';
import { rows } from '../../src/kernel/answer.ts';
import type { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { lookupComponent } from '../../src/kernel/live-or-mirror.ts';
import { citedRows, filled } from '../../src/kernel/nearby-shape.ts';
import type { Geography } from '../../src/kernel/ports/place.ts';
import { plainName } from '../../src/kernel/text.ts';
import { rowCitation } from '../../src/rules/cited-row.ts';
import { inForce, rateShape, taxRates, viewRate } from '../../src/rules/tax-rates.ts';
import { geographiesAt } from '../../src/sources/census-geocoder/client.ts';

const kinds = {
  county: /^Counties$/,
  municipality: /^Incorporated Places$/,
  township: /^County Subdivisions$/,
  school_district: /School Districts$/,
} as const;
type Kind = keyof typeof kinds;

/** What is queried besides the Census: the assessing office's code of the set of bodies that tax the parcel. */
const parts = contextParts('taxing-districts');

const { body, ...rateTerms } = rateShape;

const ownFacts = {
  governments: rows({ kind: z.enum(Object.keys(kinds) as [Kind, ...Kind[]]), name: z.string(), geoid: z.string() })
    .optional()
    .describe('Governments whose area contains the point, by the Census'),
  rates: rows({ body, geoid: z.string(), ...rateTerms })
    .optional()
    .describe('Rates of these governments that were read on an official page; others levy too'),
};

function governmentsOf(geographies: readonly Geography[]) {
  return (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    geographies
      .filter(({ layer }) => kinds[kind].test(layer.replace(/^\d{4} /, '')))
      .map(({ name, geoid }) => ({ kind, name, geoid })),
  );
}

/** The rates of governments that the table has: those in force, else the last that were read. */
function ratesOf(answer: AnswerBuilder, geoids: ReadonlySet<string>, today: string) {
  const all = taxRates.rows.flatMap((one) =>
    one.geoid && geoids.has(one.geoid) ? [{ ...one, geoid: one.geoid }] : [],
  );
  const current = all.filter((one) => inForce(one, today));
  return (current.length > 0 ? current : all).map((one) => {
    const { body: levies, ...terms } = viewRate(one, today);
    return { body: levies, geoid: one.geoid, ...terms, citation: answer.cite(rowCitation(one)) };
  });
}

function rateWords(rates: readonly { readonly inForce: boolean }[]): string {
  if (rates.length === 0) return '';
  const old = rates.filter((one) => !one.inForce).length;
  return `; ${rates.length} rates read${old > 0 ? `, ${old} of a past tax year` : ''}`;
}

export default defineTool({
  title: 'Taxing districts at an address',
  summary:
    'Governments whose area contains an address, their tax rates where read, and the tax code of the parcel where published.',
  whenToUse: 'Which county, city, township and school district may levy property tax at this address?',
  notFor: 'Not a bill, not every rate (svc_property_tax_rates) and no complete list of special districts.',
  scope: 'national',
  sources: ['census-geocoder'],
  examples: [
    { title: 'Districts at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Where no rate was read', arguments: { address: '100 E Santa Fe St, Olathe, KS 66061' } },
  ],
  output: contextOutput(parts, ownFacts),
  async run(ctx, input) {
    const { answer } = ctx;
    const [found, queried] = await Promise.all([
      geographiesAt(ctx.sources, ctx.subject),
      askParts(ctx, answer, parts, () => placeOf(input)),
    ]);
    const cited = answer.addLookup(found, {
      area: 'the point',
      recordScope: 'county, place, subdivision, school districts',
    });
    const governments = cited ? governmentsOf(cited.data) : [];
    const today = ctx.now.toISOString().slice(0, 10);
    const rates = ratesOf(answer, new Set(governments.map(({ geoid }) => geoid)), today);
    const names = governments.flatMap(({ name }) => plainName(name) ?? []).join(', ');
    return answer.finish({
      summary: cited
        ? `Census boundaries put ${placeWords(ctx.subject)} in ${names || 'no government of these kinds'}${queried.facts.taxCode ? '; the assessor states a tax code' : ''}${rateWords(rates)}.`
        : `Census boundaries could not be read for ${placeWords(ctx.subject)}.`,
      facts: {
        ...queried.facts,
        governments: citedRows(governments, cited?.citation, 10),
        rates: filled(rates),
      },
      components: { ...queried.components, governments: lookupComponent(found) },
      verifyNext: [
        askOffice(ctx.subject, offices.collector, 'Read the taxing bodies and rates on the bill'),
        {
          action: 'Look for special districts',
          with: 'US Census Bureau, Census of Governments',
          url: 'https://www.census.gov/programs-surveys/gus.html',
        },
      ],
    });
  },
});
