import { type Citation, licensed, markSynthetic } from '../../kernel/citation.ts';
import { publicDomain } from '../../kernel/source-card.ts';
import type { Dataset } from './dataset.ts';

/** Citation of a mirrored file, or of the table of it in the package. */
export function cite(
  { title, publisher, datasetUrl, licenseNote = publicDomain }: Dataset,
  meta: { readonly retrievedAt: string; readonly vintage?: string; readonly synthetic: boolean | undefined },
  shipped = false,
): Citation {
  const citation = {
    sourceName: `${title} (${publisher}), ${shipped ? 'table in the package' : 'mirrored file'}`,
    sourceUrl: datasetUrl,
    ...(meta.vintage !== undefined && { sourceDate: meta.vintage }),
    fetchedAt: meta.retrievedAt,
    ...licensed(licenseNote),
  };
  return meta.synthetic && !shipped ? markSynthetic(citation) : citation;
}
