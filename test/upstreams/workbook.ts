import { zipSync } from 'fflate';
import { zipOf } from './zip.ts';

const text = (content: string) => new TextEncoder().encode(content);
const xml = (content: string) => text(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${content}`);
const office = 'http://schemas.openxmlformats.org';

const cell = (value: string | number, column: number, line: number) => {
  const at = `${String.fromCharCode(65 + column)}${line}`;
  return typeof value === 'number'
    ? `<c r="${at}"><v>${value}</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t>${value.replaceAll('&', '&amp;')}</t></is></c>`;
};

/** The smallest workbook that a reader takes: named sheets of text and numbers. */
export function workbook(sheets: Readonly<Record<string, readonly (readonly (string | number)[])[]>>): Uint8Array {
  const names = Object.keys(sheets);
  const entries = names.map((name, at): [string, Uint8Array] => [
    `xl/worksheets/sheet${at + 1}.xml`,
    xml(
      `<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${(sheets[name] ?? [])
        .map(
          (row, line) =>
            `<row r="${line + 1}">${row.map((value, column) => cell(value, column, line + 1)).join('')}</row>`,
        )
        .join('')}</sheetData></worksheet>`,
    ),
  ]);
  return zipOf({
    '[Content_Types].xml': xml(
      `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${names.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${office}/package/2006/relationships">${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    ),
    ...Object.fromEntries(entries),
  });
}

/** A workbook whose one sheet unfolds to 229 MB. */
export function workbookBomb(): Uint8Array {
  const row = Buffer.from('<row><c t="inlineStr"><is><t>aaaaaaaaaaaaaaaa</t></is></c></row>');
  return zipSync({ 'xl/worksheets/sheet1.xml': [Buffer.alloc(229_000_000, row), { level: 6 }] });
}
