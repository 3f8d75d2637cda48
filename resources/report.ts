import { resourceOfReport } from '../src/kernel/mcp-tools.ts';
import { sectionsOf } from '../src/short-form/reading.ts';
import type { TemplateResource } from './define.ts';

/** One section of a body, by its name; undefined where it has none of that name. */
export function sectionText(text: string | undefined, name: string): string | undefined {
  const body = text === undefined ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);
  const found = sectionsOf(body).find((section) => section.name === name);
  return found && JSON.stringify(found.value);
}

// anyone who holds an id reads the report, until its buyer withdraws it: none is listed, none is kept
const private_ = {
  mimeType: 'application/json',
  cache: { ttlMs: 0, cacheScope: 'private' },
  ids: async () => [],
} as const;

/** What was bought, whole, as its public copy has it. */
export const reportResource: TemplateResource = {
  ...private_,
  uriTemplate: resourceOfReport('{id}'),
  variable: 'id',
  pattern: /^[0-9a-f]{32}$/,
  name: 'report',
  title: 'Report that was bought',
  description:
    'The whole of what a paid route delivered, without an owner\u2019s name; its id is in `whole.uri` of the answer. Read single sections where a conversation has no room for all of it.',
  read: (ports, id) => ports.report(id),
};

export const reportSection: TemplateResource = {
  ...private_,
  uriTemplate: `${resourceOfReport('{id}')}/sections/{name}`,
  variable: 'name',
  pattern: /^[0-9a-f]{32}\/sections\/[\w.-]{1,80}$/,
  name: 'report-section',
  title: 'Section of a report that was bought',
  description: 'One section of what was bought, by a name of `whole.sections` of the answer.',
  async read(ports, reference) {
    const [id = '', , name = ''] = reference.split('/');
    return sectionText(await ports.report(id), name);
  },
};
