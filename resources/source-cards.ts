import type { FixedResource, TemplateResource } from './define.ts';

const uri = 'place-records://sources';

const byId = <T extends { readonly id: string }>(items: readonly T[]) =>
  [...items].sort((a, b) => a.id.localeCompare(b.id, 'en'));

/** Index of every official source: small rows, the whole card is one template read away. */
export const sourceIndex: FixedResource = {
  uri,
  name: 'sources',
  title: 'Source cards',
  description:
    'Every public-record source that can be queried: id, name, publisher, area, and whether somebody has seen the live source answer. The whole card: place-records://sources/{cardId}.',
  mimeType: 'application/json',
  async read(ports) {
    const cards = byId(await ports.cards());
    return JSON.stringify({
      count: cards.length,
      note: 'seenBy says who saw the source answer (doctor: this project; code, catalog and none saw nothing), seenOn when.',
      columns: ['id', 'name', 'publisher', 'covers', 'seenBy', 'seenOn', 'needsKey'],
      rows: cards.map((card) => [
        card.id,
        card.name,
        card.publisher,
        card.covers,
        card.seen.by,
        card.seen.on ?? null,
        card.key?.required ?? false,
      ]),
    });
  },
};

/** One source card as it is kept, with what the last check found. */
export const sourceCard: TemplateResource = {
  uriTemplate: `${uri}/{cardId}`,
  variable: 'cardId',
  name: 'source',
  title: 'One source card',
  description:
    'Provenance of one source: publisher, endpoint, license, cadence, limits, how it was verified and what the last check found.',
  mimeType: 'application/json',
  async read(ports, id) {
    const card = (await ports.cards()).find((candidate) => candidate.id === id);
    if (!card) return undefined;
    const { http: _http, ...published } = card;
    const health = await ports.health(id);
    return JSON.stringify({ card: published, health: health ?? { cardId: id, verdict: 'unknown' } });
  },
  ids: async (ports) => byId(await ports.cards()).map(({ id }) => id),
};
