declare module '@zxcvbn-ts/language-en/dist/lastnames.json.mjs' {
  /** Surnames of the United States census of 1990 in small letters, the commonest first. */
  const surnames: readonly string[];
  export default surnames;
}
