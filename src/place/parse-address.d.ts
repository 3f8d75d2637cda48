declare module 'parse-address' {
  const parser: { parseLocation(text: string): Readonly<Record<string, string | undefined>> | null };
  export default parser;
}
