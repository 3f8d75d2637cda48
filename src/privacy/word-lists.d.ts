declare module 'gender-detection-from-name/names/*.js' {
  /** Given names in small letters, with the gender that they are given to. */
  const names: ReadonlyMap<string, string>;
  export default names;
}
declare module '@zxcvbn-ts/language-en/dist/*.json.mjs' {
  /** Words or surnames (United States census of 1990) in small letters, the commonest first. */
  const words: readonly string[];
  export default words;
}
