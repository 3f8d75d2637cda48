import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import { atAddress, countyFips3, state, zip } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { countedInCounty, countyWords } from '../../src/geography/by-county.ts';
import { answerSchema, fact, rows } from '../../src/kernel/answer.ts';
import { groupBy } from '../../src/kernel/group.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import { sourceCard } from '../../src/sources/cards.ts';
import {
  countyDeclarations,
  type Declaration,
  declarationShape,
  declaredAreas,
} from '../../src/sources/openfema/declarations.ts';

const card = sourceCard('openfema');

const maxEvents = 6;
const maxKinds = 6;

const facts = z.strictObject({
  declarationCount: fact(z.number()).describe('Declarations that designate the county or the whole state'),
  byIncidentType: rows({ incidentType: z.string(), count: z.int(), latestOn: z.string() }),
  events: rows({
    ...declaredAreas.shape('id', 'type', 'incidentType', 'title', 'declaredOn', 'incidentBegan', 'incidentEnded'),
    scope: declarationShape.scope,
    ...declaredAreas.shape('programs'),
    recordUrl: declarationShape.recordUrl,
  }).describe('Newest declarations first'),
});

const countKinds = (declarations: readonly Declaration[]) =>
  [...groupBy(declarations, ({ incidentType }) => incidentType)]
    .map(([incidentType, group]) => ({ incidentType, count: group.length, latestOn: group[0]?.declaredOn }))
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxKinds);

const viewEvent = (event: Declaration) => ({
  ...pickFields(event, 'id', 'type', 'incidentType', 'title', 'declaredOn'),
  ...(event.incidentBegan !== event.declaredOn && pickFields(event, 'incidentBegan')),
  ...pickFields(event, 'incidentEnded', 'scope', 'programs', 'recordUrl'),
});

export default defineTool({
  title: 'FEMA disaster declarations of a county',
  summary: 'Federal disaster, emergency and fire declarations for a county, grouped by disaster, newest first.',
  whenToUse: 'Which federal disasters were declared where this address, ZIP or county lies?',
  notFor:
    'Not open aid (svc_open_disaster_assistance), not weather events (svc_storm_events), not flood claims (svc_nfip_claims).',
  subject: 'area',
  sources: ['openfema'],
  examples: [
    { title: 'By address', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'By county', arguments: { state: 'NC', countyFips3: '183' } },
    { title: 'By ZIP', arguments: { zip: '27601' } },
  ],
  input: atAddress({ state: state.optional(), countyFips3: countyFips3.optional(), zip: zip.optional() }, [
    ['state', 'countyFips3'],
    ['zip'],
  ]),
  output: answerSchema({ facts }),
  paid: oneCentTerms(['disaster', 'FEMA', 'hazards']),
  async run(ctx) {
    const { subject, answer } = ctx;
    const area = countyWords(subject);
    const lookup = await countedInCounty(subject, card.name, (codes) => countyDeclarations(ctx.sources, codes));
    const period = `through ${ctx.now.toISOString().slice(0, 10)}, county rows since 1964`;
    const cited = answer.addLookup(lookup, { area: `${area}, and statewide declarations`, period });
    if (!cited)
      return answer.miss(lookup, {
        empty: `OpenFEMA lists no declaration that designates ${area} or its whole state.`,
        unresolved: 'The county of the place is not known, so OpenFEMA was not queried.',
        failed: `OpenFEMA could not be read for ${area}.`,
      });
    const { data, citation } = cited;
    const { declarations } = data;
    const newest = declarations[0];
    const more = declarations.length - maxEvents;
    return answer.finish({
      summary: `OpenFEMA lists ${declarations.length} declarations for ${area}, statewide ones included, the newest${/^[A-Z]{2}-\d+-[A-Z]{2}$/.test(newest?.id ?? '') ? ` (${newest?.id})` : ''} of ${newest?.declaredOn}.`,
      facts: {
        declarationCount: { value: declarations.length, unit: 'declarations', citation },
        byIncidentType: citedRows(countKinds(declarations), citation),
        events: citedRows(declarations, citation, maxEvents, viewEvent),
      },
      limits: [
        more > 0 && `The ${more} older declarations are counted and not listed.`,
        data.otherAreas > 0 &&
          `${data.otherAreas} declared areas without a county (such as reservations) are left out.`,
      ],
    });
  },
});
