// a separate thread for the encoder, which computes for seconds; plain JavaScript, so that it runs unbuilt
import { parentPort, workerData } from 'node:worker_threads';
import library from 'h264-mp4-encoder';

const { width, height, framesPerSecond } = workerData;
const encoder = await library.createH264MP4Encoder();
Object.assign(encoder, {
  width,
  height,
  frameRate: framesPerSecond,
  quantizationParameter: 24,
  groupOfPictures: 36,
  speed: 10,
});
encoder.initialize();
parentPort.on('message', (frame) => {
  if (frame !== null) {
    encoder.addFrameYuv(frame);
    parentPort.postMessage(null);
    return;
  }
  encoder.finalize();
  const bytes = encoder.FS.readFile(encoder.outputFilename);
  encoder.delete();
  parentPort.postMessage(bytes);
  parentPort.close();
});
parentPort.postMessage(null);
