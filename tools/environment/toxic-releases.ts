import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { county, inputObject, state } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { countedInOneCodeSet, countyCodes } from '../../src/geography/by-county.ts';
import { answerSchema, row, rows } from '../../src/kernel/answer.ts';
import { beyond, citedRows, leftOut, many } from '../../src/kernel/nearby-shape.ts';
import {
  formsOfCounty,
  mirroredFormsOfCounty,
  type Quantities,
  summarize,
  triMirror,
} from '../../src/sources/epa-tri/client.ts';

const listedFacilities = 6;
const listedChemicals = 5;

const quantities = {
  onSite: z.number().optional(),
  ofThatAir: z.number().optional(),
  ofThatWater: z.number().optional(),
  ofThatUndergroundInjection: z.number().optional(),
  offSite: z.number().optional().describe('Sent elsewhere for disposal'),
};

const facts = z.strictObject({
  reportingYear: z.int(),
  facilities: row({ count: z.int(), formCount: z.int(), formsWithoutQuantities: z.int() }),
  pounds: row(quantities).optional().describe('All chemicals but dioxins, in pounds'),
  dioxinGrams: row(quantities).optional().describe('Dioxins and dioxin-like compounds, in grams'),
  topFacilities: rows({
    name: z.string(),
    city: z.string().optional(),
    onSitePounds: z.number().optional().describe('Absent where no form of the facility states it'),
    chemicalCount: z.int(),
  }).optional(),
  facilitiesLeftOut: leftOut,
  topChemicals: rows({ chemical: z.string(), onSitePounds: z.number().optional(), facilityCount: z.int() }).optional(),
  chemicalsLeftOut: leftOut,
});

const shown = (total: Quantities, citation: string) => ({
  onSite: total.onSite,
  ofThatAir: total.air,
  ofThatWater: total.water,
  ofThatUndergroundInjection: total.underground,
  offSite: total.offSite,
  citation,
});

const number = (value: number) => Math.round(value).toLocaleString('en-US');

export default defineTool({
  title: 'Toxic releases of a county',
  summary: 'Toxics Release Inventory of a county: facilities, quantities by medium, top facilities and chemicals.',
  whenToUse: 'What do the facilities of this county report to the Toxics Release Inventory in the newest year?',
  notFor: 'Exposure, concentration or compliance; facilities around one address are svc_regulated_facility_compliance.',
  subject: 'area',
  sources: ['epa-tri'],
  mirrors: [triMirror],
  examples: [
    { title: 'A county', arguments: { state: 'NC', county: 'Wake' } },
    { title: 'Another', arguments: { state: 'MS', county: 'Harrison' } },
  ],
  input: inputObject({ state, county }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['TRI', 'chemicals', 'environment', 'EPA']),
  async run({ subject, sources, mirror, now, answer }) {
    const counties = countyCodes(subject).map(({ name }) => name);
    const name = `${subject.county?.name ?? subject.input}, ${subject.stateCode ?? ''}`.replace(/, $/, '');
    if (counties.length === 0 || !subject.stateCode)
      return answer.finish({
        state: 'unresolved',
        summary: `The county of ${subject.input} is not known, so its Toxics Release Inventory was not read.`,
      });
    const where = { state: subject.stateCode, counties };
    const { cited } = answer.addLiveOrMirror(
      { area: name, period: 'newest reporting year' },
      countedInOneCodeSet(subject, await formsOfCounty(sources, where, now.getUTCFullYear())),
      () => countedInOneCodeSet(subject, mirroredFormsOfCounty(mirror, where)),
    );
    if (!cited || cited.data.forms.length === 0)
      return answer.miss(cited ? { state: 'empty' } : answer, {
        empty: `The Toxics Release Inventory of the newest year has no form of a facility in ${name}.`,
        failed: `The Toxics Release Inventory could not be read for ${name}.`,
      });
    const { citation } = cited;
    const { year, forms } = cited.data;
    const sums = summarize(forms);
    return answer.finish({
      summary:
        `${many(sums.facilities, 'facility', 'facilities')} of ${name} filed ${many(sums.forms, 'form')} for ${year}: ` +
        `${sums.pounds?.onSite === undefined ? 'no quantities in pounds' : `${number(sums.pounds.onSite)} pounds released on site`}` +
        `${sums.grams?.onSite === undefined ? '' : `, and ${sums.grams.onSite} grams of dioxins`} (Toxics Release Inventory).`,
      facts: {
        reportingYear: year,
        facilities: {
          count: sums.facilities,
          formCount: sums.forms,
          formsWithoutQuantities: sums.certifiedOnly,
          citation,
        },
        pounds: sums.pounds && shown(sums.pounds, citation),
        dioxinGrams: sums.grams && shown(sums.grams, citation),
        topFacilities: citedRows(sums.byFacility, citation, listedFacilities, (facility) => ({
          ...pickFields(facility, 'name', 'city', 'chemicalCount'),
          onSitePounds: facility.onSite,
        })),
        facilitiesLeftOut: beyond(sums.byFacility, listedFacilities),
        topChemicals: sums.byChemical.slice(0, listedChemicals).map((chemical) => ({
          ...pickFields(chemical, 'chemical', 'facilityCount'),
          onSitePounds: chemical.onSite,
          citation,
        })),
        chemicalsLeftOut: beyond(sums.byChemical, listedChemicals),
      },
    });
  },
});
