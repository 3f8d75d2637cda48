import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { answerSchema, rows } from '../../src/kernel/answer.ts';
import { aquifersAt, aquifersInCopy } from '../../src/sources/epa-sole-source-aquifers/client.ts';
import { aquifers } from '../../src/sources/epa-sole-source-aquifers/fields.ts';

const facts = z.strictObject({ aquifers: rows(aquifers.shape()) });

export default defineTool({
  title: 'Sole source aquifer at an address',
  summary: 'Whether EPA has designated the aquifer under an address as the sole or principal source of drinking water.',
  whenToUse: 'Does this site lie over an EPA-designated sole source aquifer, so that federal projects need its review?',
  notFor:
    'Not well depths or water levels (svc_groundwater_context) and not tap water (svc_drinking_water_violations).',
  sources: ['epa-sole-source-aquifers'],
  mirrors: ['epa-sole-source-aquifers'],
  examples: [
    { title: 'Inside a designated area', arguments: { address: '140 Lameuse St, Biloxi, MS 39530' } },
    { title: 'Outside of one', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
  ],
  output: answerSchema({ facts }),
  paid: oneCentTerms(['groundwater', 'aquifer', 'EPA', 'environment']),
  async run({ subject, sources, mirror, answer }) {
    const searchExtent = { area: 'the point', period: 'map of August 2019', recordScope: 'designated aquifers' };
    const { cited, fromMirror, answered } = answer.addLiveOrMirror(
      searchExtent,
      await aquifersAt(sources, subject),
      () => aquifersInCopy(mirror, subject),
    );
    const map = fromMirror ? "The mirrored copy of EPA's map" : "EPA's map";
    if (!cited || cited.data.length === 0) {
      const summary = answered
        ? `${map} of sole source aquifers (August 2019) draws none at the point.`
        : "EPA's map of sole source aquifers could not be read, so it is unknown whether one lies at the point.";
      return answer.finish({ summary });
    }
    const { data, citation } = cited;
    return answer.finish({
      summary: `${map} of sole source aquifers (August 2019) draws ${data.length} designated area${data.length > 1 ? 's' : ''} at the point.`,
      facts: { aquifers: data.slice(0, 5).map((aquifer) => ({ ...aquifer, citation })) },
    });
  },
});
