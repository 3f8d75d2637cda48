import { describe, expect, it } from 'vitest';
import { withoutContacts } from '../../src/privacy/gate.ts';

describe('Markdown in the text of a record', () => {
  it.each([
    ['see ![map](https://evil.example/x.png?q=1) here', 'see ![map] here'],
    ['![](//evil.example/x.png)', '![]'],
    ['[notice](https://evil.example "title") of today', '[notice] of today'],
    ['[![seal](https://evil.example/a.png)](https://evil.example)', '[![seal]]'],
    ['[a](https://evil.example/](x)', '[a] https://evil.example/](x)'],
    ['![map][1]\n[1]: https://evil.example/x.png', '![map][1]\n'],
  ])('loses the address and not the words: %s', (text, clean) => {
    expect(withoutContacts({ description: text })).toEqual({ description: clean });
  });

  it.each([
    'https://records.example/row/7',
    'lot [12](b) of plat 7',
    'see https://records.example/row/7 (PDF)',
    'Sec. 4.2 [amended]: 30 ft',
  ])('stays where it is none: %s', (text) => {
    const answer = { description: text };
    expect(withoutContacts(answer)).toBe(answer);
  });
});
