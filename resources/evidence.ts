import type { TemplateResource } from './define.ts';

/** What is behind one citation, or behind all citations of an answer. */
export const evidenceResource: TemplateResource = {
  uriTemplate: 'place-records://evidence/{id}',
  variable: 'id',
  name: 'evidence',
  title: 'Evidence behind a citation',
  description:
    'What a citation rests on; its id is `evidence` in the citation. The exact requests without keys, when they were answered, status, SHA-256 of the reply, and the values as they were mapped.',
  mimeType: 'application/json',
  read: (ports, id) => ports.evidence(id),
  // one id for each answer: nothing that could be listed
  ids: async () => [],
};
