/** Why a column is about a person; undefined where it is not. */
export const personColumn = (name: string): string | undefined =>
  /owner.?name|mail.?addr/i.test(name) ? 'a name or mailing address' : undefined;

/** Why a published name is about a person; undefined where it is not. */
export const personPublished = (name: string): string | undefined => personColumn(name);
