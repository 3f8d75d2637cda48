type Fields = Readonly<Partial<Record<string, string | number | boolean>>>;
type NameOf<F> = keyof F & string;

/** Text of a published field, shortened; undefined where the source has none. */
export const textField =
  <F extends Fields>(fields: F, maxLength = 160) =>
  (name: NameOf<F>): string | undefined => {
    const value = fields[name];
    if (value === undefined) return undefined;
    const text = String(value);
    return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`;
  };
