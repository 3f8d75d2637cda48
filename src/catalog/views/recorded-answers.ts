import type { SourceCard } from '../../kernel/source-card.ts';
import type { Jurisdiction } from '../../places/schema/jurisdiction.ts';

/** The sources that have a recorded answer, counted, and those that have none, by name. `recorded`: ids of cards. */
export function recordedSection(
  recorded: ReadonlySet<string>,
  cards: readonly SourceCard[],
  places: readonly Jurisdiction[],
): string {
  const local = places.flatMap(({ sources }) => sources);
  const configured = new Set(local.map(({ cardId }) => cardId));
  const national = cards.filter(({ id }) => !configured.has(id));
  const layers = [...recorded].filter((id) => /-parcels(?:-\d+)?$/.test(id) && !configured.has(id));
  const missing = national.filter(({ id }) => !recorded.has(id));
  const rows = places.flatMap(({ displayName, sources }) => {
    const none = sources.filter(({ cardId }) => !recorded.has(cardId));
    return none.length === 0 ? [] : [`| ${displayName} | ${none.map(({ name }) => name).join('; ')} |`];
  });
  const withAnswer = local.filter(({ cardId }) => recorded.has(cardId)).length;
  return `The reader of a source is held to recorded answers of it where there are any (\`data/corpus.csv\`): ${withAnswer} of ${local.length} local sources, ${national.length - missing.length} of ${national.length} national sources and ${layers.length} of the published parcel layers beside the place files have one. The others are read as their documentation and public clients describe them.

National sources without a recorded answer: ${missing.map(({ name }) => name).join('; ')}.

| place | local sources without a recorded answer |
|---|---|
${rows.join('\n')}
`;
}
