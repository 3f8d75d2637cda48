declare module 'gender-detection-from-name/names/*.js' {
  /** Given names in small letters, with the gender that they are given to. */
  const names: ReadonlyMap<string, string>;
  export default names;
}
