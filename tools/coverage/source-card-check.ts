import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { viewPlace } from '../../src/answers/availability.ts';
import { citeRegistry, registryCitation } from '../../src/answers/registry-citation.ts';
import type { ToolContext } from '../../src/catalog/context.ts';
import { defineTool } from '../../src/catalog/define.ts';
import { inputObject, place, words } from '../../src/catalog/inputs.ts';
import { pickFields } from '../../src/fields/table.ts';
import { answerOf, rows } from '../../src/kernel/answer.ts';
import { defined } from '../../src/kernel/defined.ts';
import { healthVerdicts } from '../../src/kernel/ports/sources.ts';
import { SeenSchema } from '../../src/kernel/seen.ts';
import type { SourceCard } from '../../src/kernel/source-card.ts';
import { nextChecks } from '../../src/rules/next-checks.ts';
import { sourceCards } from '../../src/sources/cards.ts';

const shown = 10;

function cardRow(
  { health: desk, sources }: Pick<ToolContext, 'health' | 'sources'>,
  card: SourceCard,
  detail: boolean,
) {
  const health = desk.of(card.id);
  return {
    cardId: card.id,
    ...pickFields(card, 'name', 'publisher', 'authority', 'covers', 'endpoint', 'landingUrl', 'datasetUrl'),
    seenBy: card.seen.by,
    seenOn: card.seen.on,
    seenNote: detail ? card.seen.note : undefined,
    ...(detail && pickFields(card, 'cadence', 'licenseNote', 'recordUrl', 'lagDays')),
    health: health.verdict,
    healthCheckedAt: health.checkedAt,
    ...(card.key && { keySetting: card.key.setting, keyConfigured: sources.hasKey(card) }),
  };
}

export default defineTool({
  title: 'Source card of a source, place or jurisdiction',
  summary:
    'Provenance of the sources behind a place, a jurisdiction or one card: endpoint, verification, health, license.',
  whenToUse: 'Where does the data come from, who publishes it, and when was the endpoint last seen to answer?',
  notFor: 'Not coverage (svc_coverage_check) and not a check of one citation (svc_verify_citation).',
  scope: 'meta',
  subject: 'optional',
  examples: [
    { title: 'Sources wired at a place', arguments: { place: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'One card', arguments: { cardId: 'fema-nfhl' } },
    { title: 'Sources of a jurisdiction', arguments: { jurisdiction: 'raleigh-nc' } },
  ],
  input: inputObject(
    {
      place: place.optional(),
      jurisdiction: words(2, 80).optional().describe('Jurisdiction id such as raleigh-nc'),
      cardId: words(2, 80).optional().describe('Source card id such as fema-nfhl'),
    },
    [['place'], ['jurisdiction'], ['cardId']],
  ),
  output: answerOf({
    cards: rows({
      cardId: z.string(),
      name: z.string(),
      publisher: z.string(),
      authority: z.enum(['official', 'secondary']),
      covers: z.string(),
      endpoint: z.url(),
      landingUrl: z.url(),
      datasetUrl: z.url().describe('Page of the dataset itself, which citations name'),
      recordUrl: z.string().optional().describe('Page of one record, with the placeholder of its id'),
      seenBy: SeenSchema.shape.by,
      seenOn: SeenSchema.shape.on,
      seenNote: z.string().optional().describe('What was seen, and where'),
      health: z.enum(healthVerdicts),
      healthCheckedAt: z.string().optional(),
      keySetting: z.string().optional(),
      keyConfigured: z.boolean().optional(),
      cadence: z.string().optional(),
      lagDays: z.int().optional(),
      licenseNote: z.string().optional(),
      jurisdictionId: z.string().optional(),
    }),
  }),
  async run(ctx, input) {
    const { answer } = ctx;
    const all = [...sourceCards, ...ctx.jurisdictions.cards()];
    const byId = new Map(all.map((card) => [card.id, card]));
    const cardOf = (id: string) => byId.get(id) ?? ctx.jurisdictions.card(id);
    const view = ctx.subject && !input.cardId && !input.jurisdiction ? await viewPlace(ctx.subject, ctx) : undefined;
    const named = input.jurisdiction ? ctx.jurisdictions.byId(input.jurisdiction) : undefined;
    const places = view?.jurisdictions ?? (named ? [named] : []);
    const owner = new Map(
      [...ctx.jurisdictions.all(), ...places].flatMap(({ id, sources }) =>
        sources.map(({ cardId }) => [cardId, id] as const),
      ),
    );
    const cards: readonly SourceCard[] = input.cardId
      ? [cardOf(input.cardId)].filter((card) => card !== undefined)
      : places
          .flatMap(({ sources }) => sources.map(({ cardId }) => cardOf(cardId)))
          .filter((card) => card !== undefined);
    const queried = input.cardId ?? input.jurisdiction ?? ctx.subject?.resolved ?? input.place ?? '';
    const extent = { area: queried, recordScope: `${all.length} source cards` };
    if (cards.length === 0) {
      answer.addLookup(
        { state: 'empty', citation: registryCitation(ctx.now), ...defined({ reason: view?.unsure }) },
        extent,
      );
      return answer.finish({ summary: missing(ctx, input, queried, [...byId.keys()]) });
    }
    const citation = citeRegistry(ctx, extent, view?.unsure);
    const detail = cards.length <= 2;
    const healthy = cards.filter(({ id }) => ctx.health.of(id).verdict === 'answers').length;
    const seen = cards.filter(({ seen: { by } }) => by === 'doctor').length;
    return answer.finish({
      summary: `${queried}: ${cards.length} source card${cards.length === 1 ? '' : 's'}; ${seen} with a date on which the live source was seen, ${healthy} answering at the last check.`,
      facts: {
        cards: cards
          .slice(0, shown)
          .map((card) => ({ ...cardRow(ctx, card, detail), jurisdictionId: owner.get(card.id), citation })),
      },
      limits: [cards.length > shown && `${cards.length - shown} further cards are not shown; ask for one by cardId.`],
      verifyNext: nextChecks('source-card-check.shown'),
    });
  },
});

function missing(
  { jurisdictions }: Pick<ToolContext, 'jurisdictions'>,
  input: { readonly cardId?: string | undefined; readonly jurisdiction?: string | undefined },
  queried: string,
  cardIds: readonly string[],
): string {
  const near = (known: readonly string[]) =>
    known
      .map((id) => ({ id, far: distance(queried.toLowerCase(), id) }))
      .sort((a, b) => a.far - b.far)
      .slice(0, 3)
      .map(({ id }) => id)
      .join(', ');
  const ids = jurisdictions.all().map(({ id }) => id);
  if (input.cardId) return `There is no source card named ${queried}; near names: ${near(cardIds)}.`;
  if (input.jurisdiction) return `There is no jurisdiction named ${queried}; near names: ${near(ids)}.`;
  return `${queried}: no local source card; national cards answer for any resolved US address.`;
}
