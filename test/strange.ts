import fc from 'fast-check';

/** What no caller should send. */
export const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\u202e',
    "' OR 1=1 --",
    '../../etc/passwd',
    '<script>',
    '{{7*7}}',
    'NaN',
    '0x10',
    '1e999',
  ),
  fc.constantFrom(0, -0, -1, 91, 181, 1e308, 5e-324, Number.MAX_SAFE_INTEGER),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constant('a'.repeat(5_000)),
);

/** Arguments of a tool's example with one field changed, added or taken away. */
export const mutated = (example: Readonly<Record<string, unknown>>, known: readonly string[]) =>
  fc
    .record({
      field: fc.constantFrom(...known, 'nonsense', '__proto__', 'constructor'),
      value: strange,
      drop: fc.boolean(),
    })
    .map(({ field, value, drop }) => {
      const entries = Object.entries(example).filter(([name]) => name !== field);
      return Object.fromEntries(drop ? entries : [...entries, [field, value]]);
    });
