import type { Brief, BriefDiagnostic } from '../../../src/products/shared/brief.ts';

/** Each part that a brief asked, as `tool title: status`, in the order in which it is sold. */
export const partsOf = (body: object) =>
  (body as Brief | BriefDiagnostic).coverage.map(({ tool, label, status }) => `${tool} ${label}: ${status}`);

/** Each section of a sold brief with the labels of its facts and the columns of its tables. */
export const shapeOf = (body: object) =>
  Object.fromEntries(
    (body as Brief).sections.map(({ id, facts, tables = [] }) => [
      id,
      [
        ...facts.map(({ label }) => label),
        ...tables.flatMap(({ columns }) => columns.map(({ label }) => `| ${label}`)),
      ],
    ]),
  );
