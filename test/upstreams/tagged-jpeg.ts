const ascii = (text: string) => Buffer.from(`${text}\0`, 'latin1');

/** One entry of a TIFF directory, big-endian: tag, type, count, value or offset. */
function entry(tag: number, type: number, count: number, value: number, short = false): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16BE(tag, 0);
  bytes.writeUInt16BE(type, 2);
  bytes.writeUInt32BE(count, 4);
  if (short) bytes.writeUInt16BE(value, 8);
  else bytes.writeUInt32BE(value, 8);
  return bytes;
}

const directory = (entries: readonly Buffer[]) => {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(entries.length);
  return Buffer.concat([count, ...entries, Buffer.alloc(4)]);
};

/**
 * A JPEG with what a telephone writes into it (EXIF 2.32): camera, orientation, and a GPS directory with the latitude 35
 * degrees 46 minutes 41 seconds north.
 */
export function taggedJpeg(jpeg: Uint8Array, { orientation }: { readonly orientation: number }): Buffer {
  const camera = ascii('PLANTED CAMERA');
  const head = Buffer.from('MM\0*\0\0\0\x08', 'latin1');
  const firstLength = 2 + 3 * 12 + 4;
  const cameraAt = head.length + firstLength;
  const gpsAt = cameraAt + camera.length + (camera.length % 2);
  const gpsLength = 2 + 2 * 12 + 4;
  const rationals = Buffer.alloc(24);
  [35, 1, 46, 1, 41, 1].forEach((value, index) => {
    rationals.writeUInt32BE(value, index * 4);
  });
  const tiff = Buffer.concat([
    head,
    directory([
      entry(0x0110, 2, camera.length, cameraAt),
      entry(0x0112, 3, 1, orientation, true),
      entry(0x8825, 4, 1, gpsAt),
    ]),
    camera,
    Buffer.alloc(camera.length % 2),
    directory([entry(0x0001, 2, 2, 0x4e000000), entry(0x0002, 5, 3, gpsAt + gpsLength)]),
    rationals,
  ]);
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xffe1, 0);
  segment.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([Buffer.from(jpeg.subarray(0, 2)), segment, body, Buffer.from(jpeg.subarray(2))]);
}
