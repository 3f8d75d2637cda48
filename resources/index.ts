import { answerView } from './answer-view.ts';
import { coverageLedger, jurisdictionCoverage } from './coverage.ts';
import type { FixedResource, ReadCache, TemplateResource } from './define.ts';
import { errorResource } from './errors.ts';
import { evidenceResource } from './evidence.ts';
import { guideResource, guideUri } from './guide.ts';
import { jobResource } from './job.ts';
import { reportResource, reportSection } from './report.ts';
import { sourceCard, sourceIndex } from './source-cards.ts';

export { guideUri };

/** In the order in which they are listed. */
export const fixedResources: readonly FixedResource[] = [
  guideResource,
  coverageLedger,
  sourceIndex,
  errorResource,
  answerView,
];
export const templateResources: readonly TemplateResource[] = [
  jurisdictionCoverage,
  sourceCard,
  evidenceResource,
  jobResource,
  reportResource,
  reportSection,
];

const plainId = /^[a-z0-9-]+$/;

/** What answers for a URI, if anything does; a template answers undefined where its id is unknown. */
export function findResource(
  uri: string,
): (Pick<FixedResource, 'mimeType' | 'meta' | 'read'> & { readonly cache?: ReadCache }) | undefined {
  const fixed = fixedResources.find((resource) => resource.uri === uri);
  if (fixed) return fixed;
  for (const template of templateResources) {
    const base = template.uriTemplate.slice(0, template.uriTemplate.indexOf('{'));
    const id = uri.slice(base.length);
    if (uri.startsWith(base) && (template.pattern ?? plainId).test(id)) {
      const { mimeType, cache } = template;
      return { mimeType, ...(cache && { cache }), read: (ports) => template.read(ports, id) };
    }
  }
  return undefined;
}
