import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder, readDataFile } from '../../kernel/data-file.ts';
import type { Block, BlockOf, Cell, Line, ReportDocument, Run, Section } from '../document.ts';
import { hasContents, type Part, partsOf, rowsOf } from '../outline.ts';
import { qrOf, qrPath } from '../qr.ts';
import { moment } from '../words.ts';

// controls have no place in HTML, bidi marks could turn the words around them
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text
    .replace(unsafe, (sign) => (sign === '\n' || sign === '\t' ? ' ' : ''))
    .replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);
}

class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = Markup | string | number | undefined | false | readonly Piece[];

const render = (piece: Piece): string => {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Markup) return piece.text;
  if (typeof piece === 'object') return piece.map(render).join('');
  return escapeHtml(String(piece));
};

/** Template for markup: what is put in is escaped unless it is markup itself. */
function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(strings.reduce((all, part, index) => all + render(pieces[index - 1]) + part));
}

/** The Latin part of the face that the PDF is set in, by weight; what it lacks comes from the reader's machine. */
const weights = [400, 600] as const;
const range =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD';

let faces: string | undefined;

/** Style rules that carry the face of the reports inside the page: two weights of 16 kB, read once. */
function fontFaces(): string {
  faces ??= weights
    .map((weight) => {
      const bytes = readFileSync(join(dataFolder(), `fonts/source-sans-3-latin-${weight}.woff2`));
      return `@font-face{font-family:"Source Sans 3";font-weight:${weight};font-display:swap;src:url(data:font/woff2;base64,${bytes.toString('base64')}) format("woff2");unicode-range:${range}}`;
    })
    .join('\n');
  return faces;
}

/** Style of the page: one face, one accent, two color schemes, phone from 320 px, paper. Contrast of text at least 4.5 to 1. */
export const pageStyle = readDataFile('pages/report.css').trim();

export interface HtmlOptions {
  /** The picture of the document's figure as it is stored; put into the page, so that it needs nothing else. */
  readonly visualSvg?: string | undefined;
}

/** What blocks are drawn with: the stored picture, and the level of the heading above them. */
interface Under {
  readonly visualSvg: string | undefined;
  readonly level: 2 | 3;
}

/** Days stay on one line and are marked as dates. */
const datesIn = (text: string) =>
  html`${text.split(/(\b\d{4}-\d{2}-\d{2}\b)/).map((part, at) => (at % 2 === 1 ? html`<time>${part}</time>` : part))}`;

function runOf({ text, style, href, page, status }: Run): Markup {
  let inner = style === 'code' ? html`${text}` : datesIn(text);
  if (status) inner = html`<span class="s s-${status}">${inner}</span>`;
  else if (style === 'strong') inner = html`<strong>${inner}</strong>`;
  if (style === 'quote') inner = html`<q>${inner}</q>`;
  if (style === 'code') inner = html`<code>${inner}</code>`;
  if (href) inner = html`<a href="${href}">${inner}</a>`;
  else if (page) inner = html`<a href="${page}">${inner}</a>`;
  return style === 'muted' ? html`<span class="m">${inner}</span>` : inner;
}

const lineOf = (line: Line) => line.map(runOf);
const cellOf = (cell: Cell) => cell.map((line, at) => (at > 0 ? html`<br>${lineOf(line)}` : html`${lineOf(line)}`));

const heading = (level: number, text: string, attributes: Markup | string = '') =>
  html`<${new Markup(`h${level}`)}${attributes}>${text}</${new Markup(`h${level}`)}>`;

/** A quiet caption is for those who do not see the page; the source in it is for everybody. */
function captionOf({ caption, quiet, source }: BlockOf<'table'>) {
  if (!source) return html`<caption${quiet ? html` class="quiet"` : ''}>${caption}</caption>`;
  const words = quiet ? html`<span class="quiet">${caption}</span>` : caption;
  return html`<caption>${words}<span class="source">${lineOf(source)}</span></caption>`;
}

function tableOf(table: BlockOf<'table'>): Markup {
  const { named, small, grid, columns, groups } = table;
  const wide = !grid && (named || columns.length > 3);
  const title = (index: number) => columns[index]?.title ?? '';
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const share = (width: number) => Math.round((width / total) * 100);
  return html`<table class="${[wide && 'wide', small && 'small', grid && 'grid', groups.every(({ rows }) => rows.every((row) => row.length === 2)) && 'two'].filter(Boolean).join(' ')}">${captionOf(table)}
<colgroup>${columns.map(({ width }) => html`<col style="width:${share(width)}%">`)}</colgroup>
<thead><tr>${columns.map((column) => html`<th scope="col">${column.title}</th>`)}</tr></thead>
${groups.map(
  ({ rows, shared }) =>
    html`<tbody>${rows.map(
      (cells, at) => html`<tr>${cells.map((cell, index) =>
        index === 0
          ? html`<th scope="row"${named && html` data-l="${title(index)}"`}>${cellOf(cell)}</th>`
          : html`<td${wide && html` data-l="${title(index)}"`}>${cellOf(cell)}</td>`,
      )}${at === 0 && shared ? html`<td rowspan="${rows.length}">${cellOf(shared)}</td>` : ''}</tr>
`,
    )}</tbody>`,
)}</table>
`;
}

const itemsOf = (items: readonly Cell[]) =>
  items.map(
    (item) => html`<li>${cellOf(item)}</li>
`,
  );

const drawingOf = (svg: string, alt: string) =>
  html`<div class="drawing" role="img" aria-label="${alt}">${new Markup(svg)}</div>`;

/** Two drawings of one size: the edge between them is the browser's own handle, so it needs no script. */
const slidingOf = (svg: string, over: string, alt: string) =>
  html`<div class="drawing slide" role="img" aria-label="${alt}">${new Markup(svg)}<div class="over">${new Markup(over)}</div></div>`;

function pairOf({ sides, picture }: BlockOf<'pair'>, level: number): Markup {
  return html`<div class="pair n${sides.length}${picture ? ' located' : ''}">${sides.map(
    ({ title, items, none }) => html`<div class="side">${heading(level + 1, title)}
${items.length > 0 ? html`<ul>${itemsOf(items)}</ul>` : html`<p>${none}</p>`}</div>
`,
  )}${picture && drawingOf(picture.svg, picture.alt)}</div>`;
}

/** A drawing as an address of data; the photograph in it is text already and is not written out a second time. */
const svgAddress = (svg: string) =>
  `data:image/svg+xml,${svg.replaceAll(/[%#<>"\s]/g, (sign) => encodeURIComponent(sign))}`;

function blockOf(block: Block, under: Under): Markup {
  const { visualSvg, level } = under;
  switch (block.kind) {
    case 'text':
      return html`<p${block.tone ? html` class="${block.tone}"` : ''}>${lineOf(block.line)}</p>
`;
    case 'list':
      return block.ordered
        ? html`<ol${block.small && html` class="small"`}>${itemsOf(block.items)}</ol>`
        : html`<ul${block.small && html` class="small"`}>${itemsOf(block.items)}</ul>`;
    case 'pair':
      return pairOf(block, level);
    case 'table':
      return tableOf(block);
    case 'figure':
      return html`<figure>${
        visualSvg
          ? html`<img src="${svgAddress(visualSvg)}" width="960" height="540" alt="${block.alt}">`
          : html`<p class="notice">The image itself is not part of this copy. It shows: ${block.alt}</p>`
      }<figcaption>${cellOf(block.caption)}</figcaption></figure>`;
    case 'picture':
      return html`<figure class="picture ${block.width ?? 'full'}">${block.over === undefined ? drawingOf(block.svg, block.alt) : slidingOf(block.svg, block.over, block.alt)}${block.caption.length > 0 && html`<figcaption>${cellOf(block.caption)}</figcaption>`}</figure>
`;
    case 'fold':
      return html`<details><summary>${block.summary}</summary>
${blocksOf(block.blocks, under)}</details>
`;
  }
}

const blocksOf = (blocks: readonly Block[], under: Under) =>
  rowsOf(blocks).map((row) => {
    const drawn = row.map((block) => blockOf(block, under));
    return row.length > 1 ? html`<div class="halves">${drawn}</div>` : drawn;
  });

const anchor = (id: string) => id.replaceAll(/[^A-Za-z0-9-]+/g, '-');

function sectionOf({ id, title, blocks }: Section, under: Under): Markup {
  const name = anchor(id);
  return html`<section id="${name}" aria-labelledby="${name}-title">${heading(under.level, title, html` id="${name}-title"`)}
${blocksOf(blocks, under)}</section>
`;
}

/** Sections of one group under its heading, each one level below it; others under their own. */
function partOf({ heading: name, sections }: Part, visualSvg: string | undefined): Markup {
  if (name === undefined) return html`${sections.map((section) => sectionOf(section, { visualSvg, level: 2 }))}`;
  return html`<div class="group" id="${groupAnchor(name)}"><h2>${name}</h2>
${sections.map((section) => sectionOf(section, { visualSvg, level: 3 }))}</div>
`;
}

const groupAnchor = (name: string) => `group-${anchor(name.toLowerCase())}`;

const entryOf = ({ id, title }: Section) => html`<li><a href="#${anchor(id)}">${title}</a></li>
`;

function contentsOf(opening: readonly Section[], parts: readonly Part[]): Markup {
  return html`<nav aria-labelledby="contents"><h2 id="contents">Contents</h2>
<ul>${opening.map(entryOf)}${parts.map(({ heading: name, sections }) =>
    name === undefined
      ? sections.map(entryOf)
      : html`<li><a href="#${groupAnchor(name)}">${name}</a><ul>${sections.map(entryOf)}</ul></li>
`,
  )}</ul></nav>
`;
}

function paperAddress(address: string): Markup {
  const code = qrOf(address);
  return html`<div class="paper-address"><svg viewBox="0 0 ${code.size} ${code.size}" role="img" aria-label="QR code of the address of this page"><path d="${qrPath(code)}"/></svg><p>${address}</p></div>
`;
}

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'";

/**
 * A document as one web page that needs nothing else: no script, no request, readable on a phone and on paper.
 * Draws what the document carries; a public page is drawn from the owner-free copy.
 */
export function renderHtml(document: ReportDocument, { visualSvg }: HtmlOptions = {}): string {
  const { kind, title, meta, opening, generatedAt, reportId, closing, address } = document;
  const parts = partsOf(document.sections);
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex"><meta name="format-detection" content="telephone=no">
<title>${kind}: ${title}</title>
<style>${new Markup(fontFaces())}
${new Markup(pageStyle)}</style></head>
<body><a class="skip" href="#content">Skip to the content</a>
<div class="sheet"><header>${address !== undefined && paperAddress(address)}<p class="kind">${kind}</p>
<h1>${title}</h1>
${
  meta.length > 0 &&
  html`<dl class="meta">${meta.map(
    ({ label, line }) => html`<dt>${label}</dt><dd>${lineOf(line)}</dd>
`,
  )}</dl>`
}</header>
<main id="content" tabindex="-1">
${opening.map((section) => sectionOf(section, { visualSvg, level: 2 }))}${hasContents(opening, parts) && contentsOf(opening, parts)}${parts.map((part) => partOf(part, visualSvg))}</main>
<footer>${closing ?? `Report ${reportId}, made ${moment(generatedAt, document.timeZone)}. Each fact is that of its source, on the dates given there.`}</footer>
</div></body></html>
`;
  return page.text;
}
