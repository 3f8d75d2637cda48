import { type Box, overlaps } from './svg.ts';

const turned = ({ x, y, width, height }: Box, degrees: number): readonly Box[] => {
  const angle = (degrees * Math.PI) / 180;
  const steps = Math.max(1, Math.ceil(width / height));
  // a row of small boxes along the turned one, so that what lies in its corners stays free
  return Array.from({ length: steps }, (_, step) => {
    const along = x + (width * (step + 0.5)) / steps;
    const reach = height * 0.75;
    return { along, reach };
  }).map(({ along, reach }) => {
    const dx = along - (x + width / 2);
    const centerX = x + width / 2 + dx * Math.cos(angle);
    const centerY = y + height / 2 + dx * Math.sin(angle);
    return { x: centerX - reach, y: centerY - reach, width: 2 * reach, height: 2 * reach };
  });
};

/** What is occupied on a picture: words and marks claim their room before they are set, so that none covers another. */
export class Room {
  readonly #taken: Box[] = [];
  readonly #width: number;
  readonly #height: number;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
  }

  isFree(box: Box): boolean {
    const { x, y, width, height } = box;
    if (x < 2 || y < 2 || x + width > this.#width - 2 || y + height > this.#height - 2) return false;
    return !this.#taken.some((other) => overlaps(box, other));
  }

  take(box: Box): void {
    this.#taken.push(box);
  }

  claim(box: Box): boolean {
    if (!this.isFree(box)) return false;
    this.take(box);
    return true;
  }

  claimTurned(box: Box, degrees: number): boolean {
    const parts = turned(box, degrees);
    if (!parts.every((part) => this.isFree(part))) return false;
    for (const part of parts) this.take(part);
    return true;
  }
}
