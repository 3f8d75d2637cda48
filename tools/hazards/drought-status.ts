import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, whole } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { countyCodes, countyWords, emptyInOneCodeSet, noCounty } from '../../src/geography/by-county.ts';
import { answerSchema, fact, row, rows } from '../../src/kernel/answer.ts';
import { hasData, type Lookup } from '../../src/kernel/lookup.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import { dayMs } from '../../src/kernel/time.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import { droughtMirror, droughtWeeks, mirroredWeeks } from '../../src/sources/usdm/client.ts';
import { type DroughtWeek, droughtClasses, droughtMaps } from '../../src/sources/usdm/fields.ts';

const card = sourceCard('usdm');

const staleAfterDays = 16;

const shownFields = ['date', 'nonePercent', ...droughtClasses.map(([, , share]) => share)] as const;
const shares = droughtMaps.shape(...shownFields);

const facts = z.strictObject({
  county: fact(z.string()),
  highestClassPresent: fact(z.enum(['none', ...droughtClasses.map(([name]) => name)])),
  latest: row(shares).describe('Share of the county area; each class counts every more severe one'),
  earlier: rows(shares).optional(),
});

/** Rows of the code that the newest map uses: Connecticut's two sets never mix. */
function oneCode(lookup: Lookup<readonly DroughtWeek[]>, newestAllowed: Date): Lookup<readonly DroughtWeek[]> {
  if (!hasData(lookup)) return lookup;
  const [newest] = lookup.data;
  const data = lookup.data.filter((week) => week.countyFips === newest?.countyFips);
  const citation = { ...lookup.citation, ...(newest && { sourceDate: newest.date }) };
  const age = newest ? (newestAllowed.getTime() - Date.parse(newest.date)) / dayMs : 0;
  return age > staleAfterDays
    ? { state: 'stale', data, citation, reason: `the newest map is of ${newest?.date}` }
    : { ...lookup, data, citation };
}

export default defineTool({
  title: 'Drought status of the county',
  summary: 'Share of the county in each US Drought Monitor class on the newest weekly map and the weeks before it.',
  whenToUse: 'How dry is the county of this address now, and how did the last weeks go?',
  notFor: 'Not a forecast, not a water restriction and not a measure of one well (svc_groundwater_context).',
  subject: 'area',
  sources: ['usdm'],
  mirrors: [droughtMirror],
  examples: [
    { title: 'Drought at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Eight weeks', arguments: { address: '222 W Hargett St, Raleigh, NC 27601', weeks: 8 } },
  ],
  input: atAddress({
    weeks: whole(1, 26).default(4).describe('Weekly maps, the newest included; default 4, at most 26'),
  }),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['drought', 'water', 'USDM']),
  async run(ctx, { weeks }) {
    const { subject, now, answer } = ctx;
    const codes = countyCodes(subject);
    const area = countyWords(subject);
    const from = new Date(now.getTime() - (weeks + 2) * 7 * dayMs);
    const lookup: Lookup<readonly DroughtWeek[]> =
      codes.length === 0
        ? noCounty(subject, card.name)
        : oneCode(
            await droughtWeeks(
              ctx.sources,
              codes.map((code) => code.fips),
              from,
              now,
            ),
            now,
          );
    const period = `${from.toISOString().slice(0, 10)} to ${now.toISOString().slice(0, 10)}`;
    const live = answer.addLookup(emptyInOneCodeSet(subject, lookup), { area, period });
    // where the service fails, a loaded copy answers, and the whole is then partial
    const cited =
      lookup.state === 'unavailable'
        ? answer.addLookup(oneCode(mirroredWeeks(ctx.mirror, subject, from), now), { area, period })
        : live;
    const [latest, ...earlier] = cited?.data ?? [];
    if (!cited || !latest)
      return answer.miss(lookup, {
        empty: `The US Drought Monitor returned no county statistics for ${area} from ${period}.`,
        unresolved: 'The county of the place is not known, so the US Drought Monitor was not queried.',
        failed: `The US Drought Monitor could not be read for ${area}.`,
      });
    const highest = droughtClasses.findLast(([, , share]) => latest[share] > 0);
    const { citation } = cited;
    // the county by the name of our own list, also where the map uses Connecticut's other set
    const ofMap = codes.find(({ fips }) => fips === latest.countyFips)?.name ?? area;
    return answer.finish({
      summary:
        highest === undefined
          ? `The US Drought Monitor map of ${latest.date} shows no part of ${ofMap} as abnormally dry or in drought.`
          : `The US Drought Monitor map of ${latest.date} shows ${latest.d0OrMorePercent}% of ${ofMap} abnormally dry or in drought, up to ${highest[0]} (${highest[1]}) on ${latest[highest[2]]}%.`,
      facts: {
        county: { value: `${latest.county} (${latest.countyFips})`, citation },
        highestClassPresent: { value: highest?.[0] ?? 'none', citation, note: highest?.[1] },
        latest: { ...pickFields(latest, ...shownFields), citation },
        earlier: citedRows(earlier.slice(0, weeks - 1), citation, undefined, shownFields),
      },
    });
  },
});
