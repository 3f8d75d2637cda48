import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { factShape, factsOf } from '../../src/fields/facts.ts';
import { answerSchema, fact } from '../../src/kernel/answer.ts';
import { designInputs, designValues, seismicDesignAt } from '../../src/sources/usgs-designmaps/client.ts';

const motions = ['ss', 's1', 'sms', 'sm1', 'sds', 'sd1', 'pgam', 'tl'] as const;

const facts = z.strictObject({
  referenceDocument: fact(z.string()),
  riskCategory: fact(z.string()).describe('Input that this service fixes, not a finding'),
  siteClass: fact(z.string()).describe('Input that this service fixes, not a finding'),
  ...factShape(designValues, 'seismicDesignCategory', ...motions),
});

export default defineTool({
  title: 'Seismic design values at an address',
  summary: 'USGS mapped and design ground motions of ASCE/SEI 7-22 at a point, with the inputs they were computed for.',
  whenToUse: 'Which seismic design accelerations and design category do the USGS design maps give here?',
  notFor: 'Not a forecast of earthquakes, not a structural review and not past earthquakes.',
  sources: ['usgs-designmaps'],
  examples: [
    { title: 'At an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'At a point', arguments: { latitude: 30.3958, longitude: -88.8861 } },
  ],
  output: answerSchema({ facts }),
  paid: oneCentTerms(['earthquake', 'seismic', 'USGS', 'building-code']),
  async run({ subject, sources, answer }) {
    const lookup = await seismicDesignAt(sources, subject);
    const cited = answer.addLookup(lookup, {
      area: 'the point',
      recordScope: `ASCE/SEI 7-22, risk category ${designInputs.riskCategory}, site class ${designInputs.siteClass}`,
    });
    if (!cited)
      return answer.miss(lookup, {
        not_covered: 'The USGS design maps have no value at this point; nothing follows from that about ground motion.',
        failed: 'The USGS seismic design service could not be read for this point.',
      });
    const { data, citation } = cited;
    const category = /^[A-F]\d?$/.test(data.seismicDesignCategory ?? '') ? data.seismicDesignCategory : undefined;
    return answer.finish({
      summary:
        `USGS design maps (ASCE/SEI 7-22, risk category ${designInputs.riskCategory}, site class ${designInputs.siteClass}) give ` +
        `${data.sds === undefined ? '' : `SDS ${data.sds} g`}${data.sd1 === undefined ? '' : `, SD1 ${data.sd1} g`}` +
        `${category ? ` and seismic design category ${category}` : ''} at the point.`,
      facts: {
        referenceDocument: { value: data.referenceDocument, citation },
        riskCategory: { value: designInputs.riskCategory, citation },
        siteClass: { value: designInputs.siteClass, citation },
        ...factsOf(designValues, data, citation, 'seismicDesignCategory', ...motions),
      },
    });
  },
});
