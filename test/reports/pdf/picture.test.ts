import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';
import { Paper } from '../../../src/reports/pdf/paper.ts';

const half = (side: number) =>
  new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><circle cx="${side / 2}" cy="${side / 2}" r="${side / 3}" fill="teal"/></svg>`,
  )
    .render()
    .asPng();

test('pictures with clear parts are written in the order in which they were drawn, not as their decoding ends', async () => {
  const paper = new Paper({ title: 'Pictures', subject: 'Test', createdAt: new Date('2026-11-21T12:00:00.000Z') });
  const sides = [1500, 12, 700, 9];
  paper.tagged(
    paper.root,
    'Figure',
    () => {
      for (const side of sides) paper.picture(half(side), [50, 50, 100, 100]);
    },
    { alt: 'circles' },
  );
  const pdf = Buffer.from(await paper.finish()).toString('latin1');
  const written = [...pdf.matchAll(/\/Width (\d+)\n[^>]*\/SMask/g)].map(([, width]) => Number(width));
  expect(written).toEqual(sides);
});
