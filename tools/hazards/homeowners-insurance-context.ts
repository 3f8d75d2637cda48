import { z } from 'zod';
import { partsHere } from '../../src/answers/area.ts';
import { askParts, contextParts, ownLookup } from '../../src/answers/context-parts.ts';
import { placeWords } from '../../src/answers/uncovered.ts';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { contextOutput } from '../../src/catalog/define-composed.ts';
import { placeOf } from '../../src/catalog/inputs.ts';
import { contextSummary } from '../../src/findings/summary.ts';
import { optionalRows } from '../../src/kernel/answer.ts';
import { lookupComponent } from '../../src/kernel/live-or-mirror.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import { isPointSubject } from '../../src/kernel/subject.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { fireStationsNear } from '../../src/sources/osm-overpass/client.ts';

const osmCard = sourceCard('osm-overpass');

const parts = contextParts('homeowners-insurance-context');

/** Five miles: beyond them a fire station is commonly counted as none. */
const stationMeters = 8047;
const stationsShown = 2;

const ownFacts = {
  fireStations: optionalRows(
    `The ${stationsShown} nearest fire stations that OpenStreetMap has mapped within 5 miles`,
    {
      osmId: z.string(),
      name: z.string().optional(),
      distanceMeters: z.number().describe('In a straight line'),
      direction: z.string(),
    },
  ),
};

const noStation = 'OpenStreetMap has no fire station mapped within 5 miles';

export default defineTool({
  title: 'Context of homeowners insurance',
  summary:
    'Public facts an insurer may weigh: disasters, storms, wildfire, earthquake, flood, fire stations, building age.',
  whenToUse: 'What public hazard and building facts stand behind the cost and terms of homeowners insurance here?',
  notFor: 'Not a quote, not an underwriting decision and not a claims history of the property.',
  subject: 'area',
  sources: ['fema-nfhl', 'openfema', 'osm-overpass'],
  examples: [
    { title: 'Context at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Context of a ZIP', arguments: { address: '27601' } },
  ],
  output: contextOutput(parts, ownFacts),
  paid: oneCentTerms(['insurance', 'hazards', 'homeowners']),
  async run(ctx, input) {
    const { subject, sources, answer } = ctx;
    const args = placeOf(input);
    const fips = subject.county?.fips;
    const county = { stateFips: fips?.slice(0, 2), countyFips3: fips?.slice(2) };
    const here = partsHere(ctx, parts, subject, ['fire stations']);
    const [mapped, found] = await Promise.all([
      isPointSubject(subject)
        ? ownLookup(ctx, osmCard.name, fireStationsNear(sources, subject, stationMeters))
        : undefined,
      askParts(ctx, answer, here.parts, (name) => (name === 'storms' ? county : args)),
    ]);
    if (here.limits.length > 0) answer.count('partial');
    const stations =
      mapped &&
      answer.addLookup(mapped, { area: `${stationMeters} m around the point`, recordScope: 'mapped fire stations' });
    return answer.finish({
      summary: contextSummary(placeWords(subject), found, [
        stations?.data[0] && `fire station ${stations.data[0].distanceMeters} m away`,
      ]),
      facts: {
        ...found.facts,
        fireStations: citedRows(stations?.data, stations?.citation, stationsShown),
      },
      components: { ...found.components, ...(mapped && { fireStations: lookupComponent(mapped, noStation) }) },
      limits: here.limits,
    });
  },
});
