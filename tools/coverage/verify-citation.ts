import { z } from 'zod';
import { citeRegistry, registryCitation } from '../../src/answers/registry-citation.ts';
import type { ToolContext } from '../../src/catalog/context.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, words } from '../../src/catalog/inputs.ts';
import { answerOf, fact, rows } from '../../src/kernel/answer.ts';
import { argumentFault } from '../../src/kernel/errors.ts';
import { citedRows } from '../../src/kernel/nearby-shape.ts';
import type { Jurisdiction } from '../../src/places/schema/jurisdiction.ts';
import { sourceCards } from '../../src/sources/cards.ts';
import { addressesOf, type KnownAddress, matchAddress, refuseUrl } from '../../src/sources/shared/source-url.ts';

const shown = 5;

function checkUrl(sourceUrl: string): void {
  const wrong = refuseUrl(sourceUrl);
  if (wrong) throw argumentFault('sourceUrl', 'invalid_url', wrong);
}

function jurisdictionOf(ctx: ToolContext<'none'>, id: string | undefined): Jurisdiction | undefined {
  const jurisdiction = id ? ctx.jurisdictions.byId(id) : undefined;
  if (!id || jurisdiction) return jurisdiction;
  const ids = ctx.jurisdictions.all().map((known) => known.id);
  const message = `no such jurisdiction; known are ${ids.slice(0, 30).join(', ')}${ids.length > 30 ? ` and ${ids.length - 30} more` : ''}`;
  throw argumentFault('jurisdiction', 'unknown_jurisdiction', message);
}

function knownAddresses(
  ctx: ToolContext<'none'>,
  jurisdiction: Jurisdiction | undefined,
  host: string,
): KnownAddress[] {
  const places = jurisdiction ? [jurisdiction] : ctx.jurisdictions.all();
  const owner = new Map(places.flatMap(({ id, sources }) => sources.map(({ cardId }) => [cardId, id] as const)));
  const localCards = ctx.jurisdictions.cards().filter(({ id }) => !jurisdiction || owner.has(id));
  const layers = (jurisdiction ? [] : ctx.jurisdictions.placesNaming(host)).flatMap(({ id, sources }) =>
    sources.map(({ cardId }) => ({ id, card: ctx.jurisdictions.card(cardId) })),
  );
  const addresses = jurisdiction ? [] : ctx.jurisdictions.cardsNaming(host);
  return [
    ...addresses.flatMap((card) => addressesOf(card)),
    ...layers.flatMap(({ id, card }) => (card ? addressesOf(card, id) : [])),
    ...(jurisdiction ? [] : sourceCards).flatMap((card) => addressesOf(card)),
    ...localCards.flatMap((card) => addressesOf(card, owner.get(card.id))),
    ...(jurisdiction ? [] : ctx.mirror.all()).flatMap(({ dataset, publisher, sourceUrl, datasetUrl }) =>
      [sourceUrl, datasetUrl].map((url) => {
        return { id: dataset, name: dataset, publisher, kind: 'mirrored_dataset' as const, url };
      }),
    ),
    ...places.flatMap(({ id, displayName, policySources }) =>
      policySources.map(({ name, url }) => ({
        id: `${id}:${name}`,
        name,
        publisher: displayName,
        kind: 'policy_source' as const,
        url,
        jurisdictionId: id,
      })),
    ),
  ];
}

export default defineTool({
  title: 'Check a citation against known sources',
  summary: 'Says whether the address of a citation belongs to a source that this service knows; opens nothing.',
  whenToUse: 'A citation has to be checked: does its address belong to a known official source?',
  notFor: 'Not a check of the content; open the address, or call the tool that reads the source.',
  scope: 'meta',
  subject: 'none',
  closedWorld: true,
  examples: [
    {
      title: 'A FEMA map address',
      arguments: { sourceUrl: 'https://hazards.fema.gov/arcgis/rest/services/public/NFHL/MapServer/28' },
    },
  ],
  input: inputObject({
    sourceUrl: words(8, 2000).describe('Address of the citation; compared as text, never opened'),
    recordId: words(1, 200).optional().describe('Record identifier that the citation names'),
    jurisdiction: words(2, 80).optional().describe('Jurisdiction id such as raleigh-nc; narrows to its sources'),
  }),
  output: answerOf({
    match: fact(z.enum(['path', 'host'])).describe(
      'path: the address lies under a known one; host: only the host is known',
    ),
    sources: rows({
      id: z.string(),
      name: z.string(),
      publisher: z.string(),
      kind: z.enum(['source_card', 'mirrored_dataset', 'policy_source']),
      match: z.enum(['path', 'host']),
      knownUrl: z.url(),
      jurisdictionId: z.string().optional(),
    }),
    recordIdInUrl: fact(z.boolean()).optional(),
  }),
  run(ctx, input) {
    checkUrl(input.sourceUrl);
    const jurisdiction = jurisdictionOf(ctx, input.jurisdiction);
    const known = knownAddresses(ctx, jurisdiction, new URL(input.sourceUrl).host);
    const matches = matchAddress(input.sourceUrl, known);
    const { answer } = ctx;
    const area = jurisdiction?.displayName ?? 'all known sources';
    const extent = { area, recordScope: `${known.length} known addresses` };
    const [first] = matches;
    if (!first) {
      answer.addLookup({ state: 'empty', citation: registryCitation(ctx.now) }, extent);
      return answer.finish({
        summary: `The address belongs to none of the ${known.length} known source addresses${jurisdiction ? ` of ${jurisdiction.displayName}` : ''}.`,
      });
    }
    const key = citeRegistry(ctx, extent);
    return answer.finish({
      summary:
        first.level === 'path'
          ? `The address lies under a known address of ${first.known.name} (${first.known.publisher}).`
          : `Only the host is known, from ${first.known.name} (${first.known.publisher}); the path is not.`,
      facts: {
        match: { value: first.level, citation: key },
        sources: citedRows(matches, key, shown, ({ known: { url: knownUrl, ...one }, level: match }) => {
          return { ...one, match, knownUrl };
        }),
        ...(input.recordId && {
          recordIdInUrl: {
            value:
              input.sourceUrl.includes(input.recordId) || input.sourceUrl.includes(encodeURIComponent(input.recordId)),
            citation: key,
            note: 'Whether the identifier is in the address; the record itself was not looked up',
          },
        }),
      },
    });
  },
});
