import { z } from 'zod';
import { defineTool } from '../../src/catalog/define.ts';
import { answerOf, optionalRows, rows } from '../../src/kernel/answer.ts';
import { missWords } from '../../src/kernel/answer-builder.ts';
import { beyond, citedRows } from '../../src/kernel/nearby-shape.ts';
import { countyUtilities } from '../../src/mirror/datasets/eia-861-territories.ts';
import { rowsOfCountyName } from '../../src/mirror/queries/by-county.ts';
import { territoriesAt, territoriesInCopy } from '../../src/sources/hifld-electric-territories/client.ts';
import { territories } from '../../src/sources/hifld-electric-territories/fields.ts';

const shownAtPoint = 6;
const shownInCounty = 12;

export default defineTool({
  title: 'Electric utility candidates at an address',
  summary: 'Candidate electric utilities at an address: frozen territory map and the county list of Form EIA-861.',
  whenToUse: 'Which electric utility or cooperative may serve this address, as far as federal sources can tell?',
  notFor: 'Not a confirmation of service and not a rate; water and other works: svc_public_utilities.',
  scope: 'national',
  sources: ['hifld-electric-territories'],
  mirrors: ['hifld-electric-territories', 'eia-861-territories'],
  examples: [{ title: 'Candidates at an address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } }],
  output: answerOf({
    territoriesAtPoint: optionalRows('Candidates: polygons of the frozen map of August 2025 that hold the point', {
      ...territories.shape('name', 'eiaId', 'type', 'state', 'holdingCompany', 'customers'),
      alsoListedInCounty: z.boolean().optional(),
    }),
    listedInCounty: rows({ name: z.string(), ...countyUtilities.shape('eiaId') })
      .optional()
      .describe('Utilities that report the county on Form EIA-861, in alphabetical order'),
    leftOut: z.int().optional().describe('Further utilities of the county that are not shown'),
  }),
  async run({ subject, sources, mirror, answer }) {
    const countyName = subject.county?.name ?? 'the county';
    const live = await territoriesAt(sources, subject);
    const { cited: map, answered: mapAnswered } = answer.addLiveOrMirror(
      { area: 'the point', period: 'frozen 2025-08-21', recordScope: 'retail service territories' },
      live,
      () => territoriesInCopy(mirror, subject),
    );
    const list = rowsOfCountyName(mirror, countyUtilities, subject, { limit: 60, orderBy: 'utility' });
    const recordScope = 'utilities that report the county (EIA-861)';
    const county = answer.addLookup(list, { area: countyName, recordScope });
    const listed = [...new Map((county?.data ?? []).map((row) => [row.eiaId ?? row.utility, row])).values()];
    const listedIds = new Set(listed.map(({ eiaId }) => eiaId));
    const both = (map?.data ?? []).filter(({ eiaId }) => eiaId !== undefined && listedIds.has(eiaId)).length;
    const mapSays = map
      ? `the territory map frozen in August 2025 draws ${map.data.length} at the point`
      : mapAnswered
        ? 'the territory map frozen in August 2025 draws none at the point'
        : 'the frozen territory map could not be read';
    const listSays = county
      ? `Form EIA-861 lists ${listed.length} in ${countyName}, ${both} of them on both`
      : missWords(list, {
          empty: `Form EIA-861 lists none in ${countyName}`,
          failed: 'the county list of Form EIA-861 could not be read',
        });
    return answer.finish({
      summary: `Candidate electric utilities: ${mapSays}; ${listSays}.`,
      facts: {
        territoriesAtPoint: citedRows(map?.data, map?.citation, shownAtPoint, (territory) => ({
          ...territory,
          alsoListedInCounty: county && territory.eiaId ? listedIds.has(territory.eiaId) : undefined,
        })),
        listedInCounty: citedRows(listed, county?.citation, shownInCounty, ({ utility: name, eiaId }) => ({
          name,
          eiaId,
        })),
        leftOut: beyond(listed, shownInCounty),
      },
    });
  },
});
