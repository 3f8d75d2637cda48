import { z } from 'zod';
import { readDataFile } from '../kernel/data-file.ts';
import { memoizeByKey } from '../kernel/memoize.ts';
import { publicDomain, type SourceCard, SourceCardSchema } from '../kernel/source-card.ts';
import { type SourceId, sourceIds } from './ids.generated.ts';

const Stated = z.looseObject({
  endpoint: z.string(),
  datasetUrl: z.string().optional(),
  $comment: z.string().optional(),
});

const layerProbe = (endpoint: string) =>
  /\/(?:Feature|Map)Server\/\d+$/.test(endpoint) && {
    probe: { url: `${endpoint}?f=json`, expect: ['fields.0.name'] },
  };

/**
 * The card in `data/sources/<id>.json`. `{endpoint}` is filled in wherever it is written; an official source in the public
 * domain, whose endpoint is the page of the dataset, and whose page for people is that of the dataset, says none of this,
 * and an ArcGIS layer not how it is probed.
 */
function readCard(id: SourceId): SourceCard {
  const text = readDataFile(`sources/${id}.json`);
  const { endpoint } = Stated.parse(JSON.parse(text));
  const { $comment: _, ...stated } = Stated.parse(JSON.parse(text.replaceAll('{endpoint}', endpoint)));
  const datasetUrl = stated.datasetUrl ?? endpoint;
  const usual = {
    authority: 'official',
    licenseNote: publicDomain,
    landingUrl: datasetUrl,
    datasetUrl,
    ...layerProbe(endpoint),
  };
  const card = SourceCardSchema.safeParse({ id, ...usual, ...stated });
  if (!card.success) throw new Error(`data/sources/${id}.json: ${z.prettifyError(card.error)}`);
  return card.data;
}

const cardOf = memoizeByKey((id) => readCard(id as SourceId));

/** The card of an official source. Throws where its file does not fit the schema of cards. */
export const sourceCard = <I extends SourceId>(id: I) => cardOf(id) as SourceCard & { readonly id: I };

export const sourceCards: readonly SourceCard[] = sourceIds.map(sourceCard);
