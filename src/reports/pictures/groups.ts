// apart from the schema: what draws a map in a browser loads no schema library
/** What a mark is a record of, as one of five groups; each has its own form and color. */
export const markGroups = ['record', 'plan', 'sale', 'environment', 'transport'] as const;
