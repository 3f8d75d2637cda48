import type { FixedResource } from './define.ts';

export const guideUri = 'place-records://guide';

/** The operating guide that REST serves as /skill.md. */
export const guideResource: FixedResource = {
  uri: guideUri,
  name: 'guide',
  title: 'Operating guide',
  description: 'How to work with this service: order of calls, reading states and citations, coverage, paying.',
  mimeType: 'text/markdown',
  read: (ports) => ports.guide(),
};
