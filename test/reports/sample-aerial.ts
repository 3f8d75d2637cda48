import { drawAerial } from '../../src/reports/visual/draw.ts';
import { drawnOutline, frameOfRings, type Ring } from '../../src/reports/visual/frame.ts';
import { blockJpeg } from '../upstreams/jpeg.ts';

const outline: Ring = [
  [-78.6432, 35.7785],
  [-78.6422, 35.7785],
  [-78.6422, 35.7793],
  [-78.6432, 35.7793],
  [-78.6432, 35.7785],
];

/** A drawn aerial over made-up pixels. */
export const sampleAerial = (): string =>
  drawAerial(
    { frame: frameOfRings([outline]), outline: drawnOutline([outline]) },
    {
      jpeg: blockJpeg(960, 540, (column, row) => [90 + ((column * 7) % 60), 110 + ((row * 5) % 50), 80]),
      aerial: { acquiredAt: '2024-05-18', resolutionMeters: 0.6 },
      synthetic: true,
    },
    [],
  );
