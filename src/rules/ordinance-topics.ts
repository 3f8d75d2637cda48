export const ordinanceTopics = [
  'occupancy',
  'fee_schedule',
  'signage',
  'sidewalk_cafe',
  'published_review_timeline',
] as const;
export type OrdinanceTopic = (typeof ordinanceTopics)[number];

/** Words under which codes and offices treat a topic, and the office that is usually asked. */
export const topicWords: Readonly<Record<OrdinanceTopic, { terms: readonly string[]; office: string }>> = {
  occupancy: {
    terms: ['certificate of occupancy', 'change of use', 'occupant load'],
    office: 'building department',
  },
  fee_schedule: {
    terms: ['fee schedule', 'permit fees', 'impact fees'],
    office: 'development services or budget office',
  },
  signage: { terms: ['sign ordinance', 'sign permit', 'sign area and height'], office: 'planning department' },
  sidewalk_cafe: {
    terms: ['sidewalk cafe', 'outdoor dining', 'right-of-way encroachment'],
    office: 'public works or planning department',
  },
  published_review_timeline: {
    terms: ['review timeline', 'plan review turnaround', 'days to first review'],
    office: 'development services',
  },
};

/**
 * Entry pages of the companies that host municipal codes, as generally known. Whether the code of a given place is
 * there is not known to this table.
 */
export function codeLibraries(stateCode: string): readonly { name: string; url: string }[] {
  const code = stateCode.toLowerCase();
  return [
    { name: 'Municode Library', url: `https://library.municode.com/${code}` },
    { name: 'American Legal Publishing code library', url: `https://codelibrary.amlegal.com/regions/${code}` },
    { name: 'General Code eCode360 library', url: 'https://www.generalcode.com/library/' },
  ];
}
