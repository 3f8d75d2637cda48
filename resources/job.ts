import type { TemplateResource } from './define.ts';

/** What was bought and is made after the sale, as it stands now. */
export const jobResource: TemplateResource = {
  uriTemplate: 'place-records://jobs/{jobId}',
  variable: 'jobId',
  name: 'job',
  title: 'Job that was bought',
  description:
    'Status document of a paid job: state, progress, items with their diagnostics, addresses of what was made. While work remains read it again after pollAfterSeconds. The result of one item: place-records://jobs/{jobId}/items/{position}.',
  mimeType: 'application/json',
  cache: { ttlMs: 0, cacheScope: 'private' },
  read: (ports, id) => ports.job(id),
  // anyone who holds an id holds the job: none is listed
  ids: async () => [],
};
