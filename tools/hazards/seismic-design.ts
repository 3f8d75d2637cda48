import { z } from 'zod';
import { inState } from '../../src/answers/in-state.ts';
import type { FreeContext } from '../../src/catalog/context.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { factShape, factsOf } from '../../src/fields/facts.ts';
import { answerSchema, fact, optionalRows, rows } from '../../src/kernel/answer.ts';
import { missWords } from '../../src/kernel/answer-builder.ts';
import { hasData } from '../../src/kernel/lookup.ts';
import { leftOut, listed, metricWords } from '../../src/kernel/nearby-shape.ts';
import { plainName } from '../../src/kernel/text.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import {
  quadrangles,
  type SeismicZone,
  seismicZoneAt,
  seismicZones,
} from '../../src/sources/cgs-hazard-zones/client.ts';
import { designInputs, designValues, seismicDesignAt } from '../../src/sources/usgs-designmaps/client.ts';
import { faultsNear, faults as faultTable } from '../../src/sources/usgs-qfaults/client.ts';

const zonesCard = sourceCard('cgs-hazard-zones');
const motions = ['ss', 's1', 'sms', 'sm1', 'sds', 'sd1', 'pgam', 'tl'] as const;
const faultMeters = 20_000;
const shown = 3;
const zoneKinds = Object.keys(seismicZones) as [SeismicZone, ...SeismicZone[]];

const facts = z.strictObject({
  referenceDocument: fact(z.string()).optional(),
  riskCategory: fact(z.string()).optional().describe('Input that this service fixes, not a finding'),
  siteClass: fact(z.string()).optional().describe('Input that this service fixes, not a finding'),
  ...factShape(designValues, 'seismicDesignCategory', ...motions),
  faults: rows({
    ...faultTable.shape('name', 'section', 'age', 'slipRate', 'slipSense'),
    distanceMeters: z.number().describe('To the nearest mapped trace'),
  })
    .optional()
    .describe('Nearest Quaternary faults, each once'),
  faultsLeftOut: leftOut,
  stateZones: optionalRows('Zones of the California Geological Survey that hold the point', {
    zone: z.enum(zoneKinds),
    ...quadrangles.shape('quadrangle'),
  }),
});

/** The zones of the state's survey at the point, and the clause about them; nothing outside of California. */
async function stateZones({ answer, sources, subject }: Pick<FreeContext<'point'>, 'answer' | 'sources' | 'subject'>) {
  const found = await Promise.all(
    zoneKinds.map((zone) => inState(subject, 'CA', zonesCard.name, () => seismicZoneAt(sources, zone, subject))),
  );
  const read = found.flatMap((lookup, at) => {
    const recordScope = `zones of ${zoneKinds[at]?.replace('_', ' ')}`;
    return lookup ? [{ lookup, cited: answer.addLookup(lookup, { area: 'the point', recordScope }) }] : [];
  });
  const rows = read.flatMap(({ cited }) => (cited ? [{ ...cited.data, citation: cited.citation }] : []));
  const unread = read.filter(({ lookup }) => !hasData(lookup) && lookup.state !== 'empty').length;
  const inside = rows.map(({ zone }) => zone.replace('_', ' ')).join(', ');
  const clauses = [
    inside && `in mapped California zones of ${inside}`,
    !inside && unread < read.length && 'in none of the zones of the California Geological Survey that were read',
    unread > 0 && `${unread} of 3 zone maps of California could not be read`,
  ].filter(Boolean);
  return { rows, words: clauses.map((clause) => `; ${clause}`).join('') };
}

export default defineTool({
  title: 'Seismic design values and faults at an address',
  summary: 'USGS ground motions of ASCE/SEI 7-22 at a point, the nearest Quaternary faults, and zones of California.',
  whenToUse: 'Which seismic design accelerations and category apply here, and how far is the nearest mapped fault?',
  notFor: 'Not a forecast of earthquakes, not a structural review and not past earthquakes.',
  sources: ['usgs-designmaps', 'usgs-qfaults', 'cgs-hazard-zones'],
  examples: [
    { title: 'At an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'At a point', arguments: { latitude: 30.3958, longitude: -88.8861 } },
  ],
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['earthquake', 'seismic', 'USGS', 'building-code', 'fault']),
  async run({ subject, sources, answer }) {
    const [lookup, near] = await Promise.all([
      seismicDesignAt(sources, subject),
      faultsNear(sources, subject, faultMeters),
    ]);
    const cited = answer.addPart(
      'designValues',
      {
        area: 'the point',
        recordScope: `ASCE/SEI 7-22, risk category ${designInputs.riskCategory}, site class ${designInputs.siteClass}`,
      },
      lookup,
    );
    const traces = answer.addPart('faults', { area: `within ${metricWords(faultMeters)} of the point` }, near);
    const zones = await stateZones({ answer, sources, subject });
    const first = traces?.data[0];
    const faultWords = first
      ? `the nearest mapped Quaternary fault${plainName(first.name) ? ` (${plainName(first.name)})` : ''} is ${metricWords(first.distanceMeters)} away`
      : missWords(near, {
          empty: `no Quaternary fault is mapped within ${metricWords(faultMeters)}`,
          failed: 'the map of faults could not be read',
        });
    const { data, citation } = cited ?? {};
    const category = /^[A-F]\d?$/.test(data?.seismicDesignCategory ?? '') ? data?.seismicDesignCategory : undefined;
    const motionWords = data
      ? `USGS design maps (ASCE/SEI 7-22, risk category ${designInputs.riskCategory}, site class ${designInputs.siteClass}) give ` +
        `${data.sds === undefined ? '' : `SDS ${data.sds} g`}${data.sd1 === undefined ? '' : `, SD1 ${data.sd1} g`}` +
        `${category ? ` and seismic design category ${category}` : ''} at the point`
      : missWords(lookup, {
          not_covered:
            'The USGS design maps have no value at this point; nothing follows from that about ground motion',
          failed: 'The USGS seismic design service could not be read for this point',
        });
    return answer.finish({
      summary: `${motionWords}; ${faultWords}${zones.words}.`,
      facts: {
        ...(data &&
          citation && {
            referenceDocument: { value: data.referenceDocument, citation },
            riskCategory: { value: designInputs.riskCategory, citation },
            siteClass: { value: designInputs.siteClass, citation },
            ...factsOf(designValues, data, citation, 'seismicDesignCategory', ...motions),
          }),
        ...listed(
          'faults',
          traces?.data.map(({ faultId: _, ...fault }) => fault),
          traces?.citation,
          shown,
        ),
        stateZones: zones.rows.length > 0 ? zones.rows : undefined,
      },
    });
  },
});
