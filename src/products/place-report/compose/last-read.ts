import type { ReportMaterial } from '../material.ts';

/** When the last question of a report was answered, or its request where nothing was read after it; ISO 8601. */
export const lastReadIn = ({ now, asked }: Pick<ReportMaterial, 'now' | 'asked'>): string =>
  new Date(
    Math.max(now.getTime(), ...asked.map(({ at }) => Date.parse(at)).filter((time) => !Number.isNaN(time))),
  ).toISOString();
