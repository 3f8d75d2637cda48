import { expect, test } from 'vitest';
import { codesOf, newestIn, shapeOf } from '../../../src/sources/sentinel/shape.ts';

const layer = {
  name: 'Permits',
  fields: [
    { name: 'permitnum', type: 'esriFieldTypeString' },
    { name: 'OWNER_NAME', type: 'esriFieldTypeString' },
    {
      name: 'status',
      type: 'esriFieldTypeString',
      domain: {
        type: 'codedValue',
        codedValues: [
          { name: 'Issued', code: 'I' },
          { name: 'Closed', code: 'C' },
        ],
      },
    },
    { name: 'secret', type: 'esriFieldTypeString', domain: { codedValues: [{ name: 'x', code: 'X' }] } },
  ],
};

test('the columns that a table lists before its rows are no rows (CKAN)', () => {
  const body = {
    success: true,
    result: { fields: [{ id: 'cost', type: 'numeric' }], records: [{ cost: 5 }, { cost: 6 }] },
  };
  expect(shapeOf(body)).toMatchObject({ fields: { cost: 'number' }, rows: 2 });
});

test('a layer describes its fields; those about persons are counted, and codes are of the columns that are read', () => {
  expect(shapeOf(layer, ['permitnum', 'status'])).toEqual({
    fields: { permitnum: 'esriFieldTypeString', status: 'esriFieldTypeString', secret: 'esriFieldTypeString' },
    personFields: 1,
    described: true,
    codes: { status: { values: ['C', 'I'], declared: true } },
  });
});

test('of rows the types of their values are known, never the values', () => {
  const rows = [
    { id: 'A-1', cost: null, where: { x: 1 }, owner: 'JANE Q PLANTED' },
    { id: 'A-2', cost: 12, where: { x: 1 }, tags: ['a'] },
  ];
  const expected = { fields: { id: 'string', cost: 'number', where: 'object', tags: 'list' }, described: false };
  for (const body of [rows, { rows }, { features: rows.map((attributes) => ({ attributes })) }]) {
    const shape = shapeOf(body);
    expect(shape).toMatchObject({ ...expected, personFields: 1, rows: 2, codes: {} });
    expect(JSON.stringify(shape)).not.toMatch(/PLANTED|A-1|owner/);
  }
});

test('columns about persons are counted and not named, those that a card reads all the same are named', () => {
  const names = ['owner_s_phone', 'contact_1_name', 'MAIL_ADDR1', 'grantee', 'mailed_tot', 'permitnum', 'status'];
  const body = { fields: names.map((name) => ({ name, type: 'esriFieldTypeString' })) };
  const seen = shapeOf(body, [], 'cook-assessed-values');
  expect([Object.keys(seen.fields), seen.personFields]).toEqual([['mailed_tot', 'permitnum', 'status'], 4]);
  expect(Object.keys(shapeOf(body).fields)).toEqual(['permitnum', 'status']);
});

test('a list of codes is short in every way', () => {
  expect(codesOf(['b', 'a', null, 'a', ' '])).toEqual(['a', 'b']);
  expect(codesOf(['a', 'CALL THE OWNER BEFORE YOU COME, AND BRING A KEY'])).toBeUndefined();
  expect(codesOf(Array.from({ length: 61 }, (_, at) => `code ${at}`))).toBeUndefined();
  expect(codesOf([])).toBeUndefined();
});

test('the newest day is none of the future, and of any form', () => {
  const today = '2026-11-21';
  const rows = (days: readonly unknown[]) => days.map((issued) => ({ issued }));
  expect(newestIn(rows(['2919-01-01T00:00:00.000', '2026-11-19T00:00:00.000', '2026-11-02']), 'issued', today)).toBe(
    '2026-11-19',
  );
  const epoch = { features: [{ attributes: { issued: Date.parse('2026-11-20') } }] };
  expect(newestIn(epoch, 'issued', today)).toBe('2026-11-20');
  expect(newestIn({ rows: rows(['20261118']) }, 'issued', today)).toBe('2026-11-18');
  expect(newestIn(rows(['n/a', null]), 'issued', today)).toBeUndefined();
});
