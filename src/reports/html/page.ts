import type { Block, Cell, Line, ReportDocument, Run, Section } from '../document.ts';
import { moment } from '../words.ts';
import { html, Markup } from './escape.ts';
import { pageStyle } from './style.ts';

export interface HtmlOptions {
  /** The picture of the document's figure as it is stored; put into the page, so that it needs nothing else. */
  readonly visualSvg?: string | undefined;
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
  if (href) inner = html`<a href="${href}" rel="noreferrer">${inner}</a>`;
  else if (page) inner = html`<a href="${page}">${inner}</a>`;
  return style === 'muted' ? html`<span class="muted">${inner}</span>` : inner;
}

const lineOf = (line: Line) => line.map(runOf);
const cellOf = (cell: Cell) =>
  cell.length === 1 && cell[0] ? lineOf(cell[0]) : cell.map((line) => html`<span class="l">${lineOf(line)}</span>`);

function tableOf({
  caption,
  quiet,
  source,
  named,
  small,
  grid,
  columns,
  groups,
}: Extract<Block, { kind: 'table' }>): Markup {
  const wide = !grid && (named || columns.length > 3);
  const title = (index: number) => columns[index]?.title ?? '';
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const share = (width: number) => Math.round((width / total) * 100);
  return html`<table class="${[wide && 'wide', small && 'small', grid && 'grid'].filter(Boolean).join(' ')}"><caption${quiet ? html` class="quiet"` : ''}>${caption}${source && html`<span class="source">${lineOf(source)}</span>`}</caption>
<colgroup>${columns.map(({ width }) => html`<col style="width:${share(width)}%">`)}</colgroup>
<thead><tr>${columns.map((column) => html`<th scope="col">${column.title}</th>`)}</tr></thead>
${groups.map(
  ({ rows, shared }) =>
    html`<tbody>${rows.map(
      (cells, at) => html`<tr>${cells.map((cell, index) =>
        index === 0
          ? html`<th scope="row"${named && html` data-label="${title(index)}"`}>${cellOf(cell)}</th>`
          : html`<td${wide && html` data-label="${title(index)}"`}>${cellOf(cell)}</td>`,
      )}${at === 0 && shared ? html`<td class="shared" rowspan="${rows.length}">${cellOf(shared)}</td>` : ''}</tr>
`,
    )}</tbody>`,
)}</table>
`;
}

function blockOf(block: Block, visualSvg: string | undefined): Markup {
  switch (block.kind) {
    case 'text':
      return html`<p${block.tone ? html` class="${block.tone}"` : ''}>${lineOf(block.line)}</p>
`;
    case 'list': {
      const items = block.items.map(
        (item) => html`<li>${cellOf(item)}</li>
`,
      );
      if (block.ordered) return html`<ol${block.small && html` class="small"`}>${items}</ol>`;
      return html`<ul${block.small && html` class="small"`}>${items}</ul>`;
    }
    case 'pair':
      return html`<div class="pair">${block.sides.map(
        ({ title, items, none }) => html`<div class="side"><h3>${title}</h3>
${
  items.length > 0
    ? html`<ul>${items.map(
        (item) => html`<li>${cellOf(item)}</li>
`,
      )}</ul>`
    : html`<p>${none}</p>`
}</div>
`,
      )}</div>`;
    case 'table':
      return tableOf(block);
    case 'figure':
      return html`<figure>${
        visualSvg
          ? html`<img src="data:image/svg+xml;base64,${Buffer.from(visualSvg).toString('base64')}" width="960" height="540" alt="${block.alt}">`
          : html`<p class="notice">The image itself is not part of this copy. It shows: ${block.alt}</p>`
      }<figcaption>${cellOf(block.caption)}</figcaption></figure>`;
    case 'picture':
      return html`<figure class="picture ${block.width ?? 'full'}">${new Markup(block.svg)}${
        block.caption.length > 0 && html`<figcaption>${cellOf(block.caption)}</figcaption>`
      }</figure>
`;
    case 'fold':
      return html`<details><summary>${block.summary}</summary>
${block.blocks.map((inner) => blockOf(inner, visualSvg))}</details>
`;
  }
}

const anchor = (id: string) => id.replaceAll(/[^A-Za-z0-9-]+/g, '-');

function sectionOf({ id, title, blocks }: Section, visualSvg: string | undefined): Markup {
  return html`<section id="${anchor(id)}" aria-labelledby="${anchor(id)}-title"><h2 id="${anchor(id)}-title">${title}</h2>
${blocks.map((block) => blockOf(block, visualSvg))}</section>
`;
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * A document as one web page that needs nothing else: no script, no request, readable on a phone and on paper.
 * Draws what the document carries; whoever serves it in public hands over that of the owner-free copy.
 */
export function renderHtml(document: ReportDocument, { visualSvg }: HtmlOptions = {}): string {
  const { kind, title, meta, opening, sections, generatedAt, reportId, closing } = document;
  const draw = (section: Section) => sectionOf(section, visualSvg);
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex"><meta name="format-detection" content="telephone=no">
<title>${kind}: ${title}</title>
<style>${new Markup(pageStyle)}</style></head>
<body><a class="skip" href="#content">Skip to the content</a>
<div class="sheet"><header><p class="kind">${kind}</p>
<h1>${title}</h1>
<dl class="meta">${meta.map(
    ({ label, line }) => html`<dt>${label}</dt><dd>${lineOf(line)}</dd>
`,
  )}</dl></header>
<main id="content" tabindex="-1">
${opening.map(draw)}<nav aria-labelledby="contents"><h2 id="contents">Contents</h2>
<ol>${[...opening, ...sections].map(
    ({ id, title: name }) => html`<li><a href="#${anchor(id)}">${name}</a></li>
`,
  )}</ol></nav>
${sections.map(draw)}</main>
<footer>${closing ?? `Report ${reportId}, made ${moment(generatedAt)}. Each fact is that of the source named beside it, on the dates given there.`}</footer>
</div></body></html>
`;
  return page.text;
}
