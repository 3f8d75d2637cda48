import { readViewFile } from '../src/catalog/view-files.ts';
import type { FixedResource } from './define.ts';

/** The answer as a small page inside the chat: io.modelcontextprotocol/ui, specification 2026-01-26. */
export const answerView: FixedResource = {
  uri: 'ui://place-records/answer.html',
  name: 'answer-view',
  title: 'Answer as a page',
  description:
    'Shows an answer of svc_execute in hosts of MCP Apps: state, facts with their sources, map, next checks. It asks no host of the web.',
  mimeType: 'text/html;profile=mcp-app',
  // no address is named: the host then lets the page fetch nothing and load nothing
  meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
  read: async () => readViewFile('answer.html'),
};
