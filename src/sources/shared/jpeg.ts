/** An error of a picture service comes as JSON or a page with status 200; only a whole JPEG is a picture. */
export function isJpeg(bytes: Uint8Array): boolean {
  const end = bytes.length;
  return (
    bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff && bytes[end - 2] === 0xff && bytes[end - 1] === 0xd9
  );
}
