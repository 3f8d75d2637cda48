/** Kinds of subjects that are none of this service, and the sentence that says so. */
export const foreignReasons = {
  abroad: 'This service covers the United States only.',
  people: 'This service describes places, not people: it has no contacts, background checks or look-up of persons.',
  unrelated:
    'This service answers questions about US addresses and places from official records; this question is about something else.',
} as const;

export type ForeignKind = keyof typeof foreignReasons;

export const isForeignKind = (name: string): name is ForeignKind => name in foreignReasons;

const contact = /\b(?:phone|cell|telephone|number|e-?mail|instagram|facebook|linkedin|contact|home address)\b/i;
const person = /\b[A-Z][a-z]+(?: [A-Z]\.?)? [A-Z][a-z]+\b/;
const office =
  /\b(?:county|city|town|state|department|office|agency|utility|board|clerk|assessor|recorder|treasurer|district|permits?|street|st|ave|avenue|rd|road|dr|ln|lane|way|blvd)\b/i;

/** Whether the question wants to reach a person of some name; an office or a street has none. */
export const namesPerson = (question: string): boolean =>
  contact.test(question) && person.test(question) && !office.test(question);
