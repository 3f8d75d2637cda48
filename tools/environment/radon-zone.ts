import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, county, state } from '../../src/catalog/inputs.ts';
import { answerSchema, fact } from '../../src/kernel/answer.ts';
import { radonZones } from '../../src/mirror/datasets/epa-radon-zones.ts';
import { rowsOfCountyName } from '../../src/mirror/queries/by-county.ts';

/** What EPA's zones mean, in its words of 1993. */
const meanings: Readonly<Record<number, string>> = {
  1: 'predicted average indoor screening level above 4 pCi/L',
  2: 'predicted average indoor screening level from 2 to 4 pCi/L',
  3: 'predicted average indoor screening level below 2 pCi/L',
};

const facts = z.strictObject({
  zone: fact(z.int().min(1).max(3)).describe('1 is the highest potential, 3 the lowest'),
  meaning: fact(z.string()),
  county: fact(z.string()),
});

export default defineTool({
  title: 'EPA radon zone of a county',
  summary: "EPA's radon zone (1 to 3) of the county of an address.",
  whenToUse: "Which zone does EPA's Map of Radon Zones give the county of this address?",
  notFor: 'It says nothing about the level in one home; only a test does.',
  subject: 'area',
  mirrors: ['epa-radon-zones'],
  examples: [
    { title: 'Zone of an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Zone of a county', arguments: { state: 'CT', county: 'Hartford' } },
  ],
  input: atAddress({ state: state.optional(), county: county.optional() }, [['state', 'county']]),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['radon', 'environment', 'EPA']),
  run({ subject, mirror, answer }) {
    const where = subject.county?.name ?? subject.resolved ?? subject.input;
    const cited = answer.addLookup(rowsOfCountyName(mirror, radonZones, subject, { limit: 2 }), {
      area: where,
      period: '1993',
      recordScope: 'zone of the county',
    });
    const first = cited?.data[0];
    if (!cited || !first)
      return answer.finish({ summary: `EPA's Map of Radon Zones was queried for ${where}; it gave no zone.` });
    const { citation } = cited;
    const { zone, county, state } = first;
    const meaning = meanings[zone] ?? 'not stated';
    const name = `${county}, ${state}`;
    return answer.finish({
      summary: `EPA's Map of Radon Zones puts ${subject.county?.name ?? name} in zone ${zone}: ${meaning} (county average of 1993).`,
      facts: {
        zone: { value: zone, citation },
        meaning: { value: meaning, citation },
        county: { value: name, citation, note: 'as the table names it' },
      },
    });
  },
});
