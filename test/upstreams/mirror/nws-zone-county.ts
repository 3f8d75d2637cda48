import type { MirrorFile } from '../mirror-file.ts';

const files: readonly MirrorFile[] = [
  {
    dataset: 'nws-zone-county',
    name: 'bp00synthetic.dbx',
    vintage: 'synthetic edition',
    content: [
      'NC|041|RAH|Wake|NC041|Wake|37183|E|c|35.7898|-78.6505',
      'CT|002|BOX|Hartford|CT002|Hartford|09003|E|n|41.8064|-72.7329',
      'MS|082|LIX|Southern Harrison|MS082|Harrison|28047|C|s|30.4116|-89.0805',
      '',
    ].join('\n'),
  },
];

export default files;
