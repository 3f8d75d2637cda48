/** What a mark is a record of, as one of five groups; each has a form and a color of its own. */
export const markGroups = ['record', 'plan', 'sale', 'environment', 'transport'] as const;
