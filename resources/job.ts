import { resourceOfJob } from '../src/kernel/mcp-tools.ts';
import type { TemplateResource } from './define.ts';
import { sectionText } from './report.ts';

/** What was bought and is made after the sale, as it stands now. */
export const jobResource: TemplateResource = {
  uriTemplate: resourceOfJob('{jobId}'),
  variable: 'jobId',
  // a job, or one of its items; and one section of either
  pattern: /^[a-z0-9]+(?:\/items\/\d+)?(?:\/sections\/[\w.-]{1,80})?$/,
  name: 'job',
  title: 'Job that was bought',
  description:
    'Status document of a paid job: state, progress, items with their diagnostics, addresses of what was made. While work remains read it again after pollAfterSeconds. The result of one item: place-records://jobs/{jobId}/items/{position}; one section of either: /sections/{name} behind it.',
  mimeType: 'application/json',
  cache: { ttlMs: 0, cacheScope: 'private' },
  async read(ports, reference) {
    const [id = '', name] = reference.split('/sections/');
    const text = await ports.job(id);
    return name === undefined ? text : sectionText(text, name);
  },
  // anyone who holds an id holds the job: none is listed
  ids: async () => [],
};
