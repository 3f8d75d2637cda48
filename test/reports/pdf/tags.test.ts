import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { documentOf } from '../../../src/products/place-report/document/document.ts';
import { renderPdf } from '../../../src/reports/pdf/report.ts';
import { sampleAerial } from '../sample-aerial.ts';
import { sampleReport } from '../sample-report.ts';

/**
 * The rules of ISO 14289-1 (PDF/UA-1) that a machine can hold a file to, read off the file itself: its structure tree,
 * its annotations and what its pages paint. The mark in the file says no more than what these hold.
 */
const document = { ...documentOf(sampleReport()), address: 'https://records.example/reports/0123' };
const bytes = Buffer.from(await renderPdf(document, { visualSvg: sampleAerial() }));
const file = bytes.toString('latin1');

const objects = new Map(
  [...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, number, body]) => [Number(number), body ?? '']),
);
const ofType = (pattern: RegExp) => [...objects.values()].filter((body) => pattern.test(body));

interface Element {
  readonly tag: string;
  readonly body: string;
  readonly children: readonly Element[];
  readonly hasContent: boolean;
}

function elementOf(number: number): Element {
  const body = objects.get(number) ?? '';
  const kids = /\/K \[([\s\S]*?)\](?=\n)/.exec(body)?.[1] ?? '';
  const own = kids.replace(/<<[\s\S]*?>>/g, ' ');
  return {
    tag: /\/S \/(\w+)/.exec(body)?.[1] ?? '',
    body,
    children: [...own.matchAll(/(\d+) 0 R/g)].map(([, kid]) => elementOf(Number(kid))),
    hasContent: /\/MCID|\/OBJR/.test(kids) || /(?:^|\s)\d+(?=\s|$)/.test(own.replace(/\d+ 0 R/g, '')),
  };
}

const [root = ''] = ofType(/\/Type \/StructTreeRoot/);
const tree = elementOf(Number(/\/K \[(\d+) 0 R/.exec(root)?.[1]));
function* all(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) yield* all(child);
}
const elements = [...all(tree)];
const tagged = (tag: string) => elements.filter((element) => element.tag === tag);

describe('a report on paper for those who hear it', () => {
  test('says its language, shows its title and that it is made for them', () => {
    expect(file).toContain('/Lang (en-US)');
    expect(file).toContain('/DisplayDocTitle true');
    expect(file).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(file).toContain('<dc:title>');
  });

  test('has a tree of known tags, each with what belongs to it', () => {
    expect(tree.tag).toBe('Document');
    const allowed: Readonly<Record<string, readonly string[]>> = {
      L: ['LI'],
      LI: ['Lbl', 'LBody'],
      Table: ['TR', 'Caption'],
      TR: ['TH', 'TD'],
      TOC: ['TOCI'],
      TOCI: ['P'],
    };
    for (const { tag, children } of elements) {
      const known = allowed[tag];
      if (known)
        expect(
          children.map((child) => child.tag).filter((child) => !known.includes(child)),
          tag,
        ).toEqual([]);
    }
    for (const tag of ['L', 'Table', 'TOC', 'Link', 'Figure', 'H1', 'H2', 'H3'])
      expect(tagged(tag).length, tag).toBeGreaterThan(0);
  });

  test('has headings that leave out no level, the contents where they stand', () => {
    const levels = elements.flatMap(({ tag }) => (/^H\d$/.test(tag) ? [Number(tag.slice(1))] : []));
    expect(levels[0]).toBe(1);
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
    const order = elements.map(({ tag }) => tag);
    expect(order.indexOf('TOC')).toBeLessThan(order.lastIndexOf('Table'));
  });

  test('has tables of as many cells in each row, with the scope of each head, and words for each picture', () => {
    for (const table of tagged('Table')) {
      const widths = new Set(table.children.filter(({ tag }) => tag === 'TR').map(({ children }) => children.length));
      expect([...widths]).toHaveLength(1);
    }
    for (const { body } of tagged('TH')) expect(body).toMatch(/\/Scope \/(Column|Row)/);
    for (const { body } of tagged('Figure')) expect(body).toMatch(/\/Alt \([^)]/);
  });

  test('has no link without a tag and words', () => {
    const links = ofType(/\/Subtype \/Link/);
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) {
      expect(link).toMatch(/\/StructParent \d+/);
      expect(link).toMatch(/\/Contents \([^)]/);
    }
    expect(tagged('Link')).toHaveLength(links.length);
    for (const { body } of tagged('Link')) expect(body).toMatch(/\/OBJR/);
    for (const page of ofType(/\/Type \/Page\n/)) if (/\/Annots/.test(page)) expect(page).toContain('/Tabs /S');
  });

  test('paints nothing outside of a tag or of what is named as decoration', () => {
    let painted = 0;
    for (const [number, body] of objects) {
      if (!/\/Type \/Page\n/.test(body)) continue;
      for (const [, content] of body.matchAll(/\/Contents (\d+) 0 R/g)) {
        const head = `\n${content} 0 obj\n`;
        const start = bytes.indexOf('stream\n', bytes.indexOf(head)) + 'stream\n'.length;
        const text = inflateSync(bytes.subarray(start)).toString('latin1');
        let depth = 0;
        // words in brackets are what is written, not an operator
        for (const [operator] of text
          .replace(/<[0-9a-f]*>|\((?:\\.|[^()\\])*\)/gi, ' ')
          .matchAll(/(?<=^|\s|\])(BDC|BMC|EMC|TJ|Tj|f\*?|F|B\*?|b\*?|S|s|Do|sh)(?=\s|$)/g)) {
          if (operator === 'BDC' || operator === 'BMC') depth += 1;
          else if (operator === 'EMC') depth -= 1;
          else {
            painted += 1;
            expect(depth, `page ${number}, ${operator}`).toBeGreaterThan(0);
          }
        }
        expect(depth).toBe(0);
      }
    }
    expect(painted).toBeGreaterThan(200);
  });
});
