import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { answerSchema, rows } from '../../src/kernel/answer.ts';
import { leftOut, listed, metricWords } from '../../src/kernel/nearby-shape.ts';
import { plainName } from '../../src/kernel/text.ts';
import { airportsNear, mirroredAirports } from '../../src/sources/faa-airports/client.ts';
import { airports as airportTable } from '../../src/sources/faa-airports/fields.ts';
import { highwaysNear, highways as highwayTable } from '../../src/sources/ntad-highways/client.ts';
import { railNear, railLines as railTable } from '../../src/sources/ntad-rail/client.ts';

const groundMeters = 1600;
const airportMeters = 24_000;
const shown = 3;

const distance = { distanceMeters: z.number() };

const facts = z.strictObject({
  highways: rows({ ...highwayTable.shape('route'), ...distance }).optional(),
  highwaysLeftOut: leftOut,
  railLines: rows({ ...railTable.shape('railroad', 'network'), ...distance }).optional(),
  railLinesLeftOut: leftOut,
  airports: rows({ ...airportTable.shape('name', 'ident', 'icao', 'city'), ...distance }).optional(),
  airportsLeftOut: leftOut,
});

export default defineTool({
  title: 'Sources of transport noise near an address',
  summary: 'Distances from a point to major highways, rail lines and airports, and where the federal noise map is.',
  whenToUse: 'How far is this address from highways, railroads and airports that make noise?',
  notFor: 'No decibels and no noise study; routes and transit stops are svc_transportation_context.',
  sources: ['ntad-highways', 'ntad-rail', 'faa-airports'],
  mirrors: ['faa-airports'],
  examples: [
    { title: 'At an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'At a point', arguments: { latitude: 41.8838, longitude: -87.6319 } },
  ],
  output: answerSchema({ facts, components: true }),
  paid: oneCentTerms(['noise', 'airport', 'highway', 'rail']),
  async run({ subject, sources, mirror, answer }) {
    const [highways, rail, airports] = await Promise.all([
      highwaysNear(sources, subject, groundMeters),
      railNear(sources, subject, groundMeters),
      airportsNear(sources, subject, airportMeters),
    ]);
    const ground = `within ${metricWords(groundMeters)} of the point`;
    const roads = answer.addPart('highways', { area: ground }, highways);
    const lines = answer.addPart('railLines', { area: ground }, rail);
    const fields = answer.addPart(
      'airports',
      { area: `within ${metricWords(airportMeters)} of the point`, recordScope: 'airports, heliports left out' },
      airports,
      () => mirroredAirports(mirror, subject, airportMeters),
    );
    const [road, line, field] = [roads?.data[0], lines?.data[0], fields?.data[0]];
    const findings = [
      road && `highway at ${metricWords(road.distanceMeters)}`,
      line && `rail line at ${metricWords(line.distanceMeters)}`,
      field && `${plainName(field.name) ?? 'an airport'} at ${metricWords(field.distanceMeters)}`,
    ].filter(Boolean);
    const unanswered = answer.missing;
    return answer.finish({
      summary:
        unanswered.length === 3
          ? 'None of the three federal layers of transport lines and airports could be read.'
          : `Nearest mapped sources of transport noise (roads and rail ${metricWords(groundMeters)}, airports ${metricWords(airportMeters)}): ` +
            `${findings.length > 0 ? findings.join(', ') : 'none in the layers that answered'}` +
            `${unanswered.length > 0 ? `; ${unanswered.length} of 3 layers did not answer` : ''}.`,
      facts: {
        ...listed('highways', roads?.data, roads?.citation, shown),
        ...listed('railLines', lines?.data, lines?.citation, shown),
        ...listed('airports', fields?.data, fields?.citation, shown),
      },
    });
  },
});
