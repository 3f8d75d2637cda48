import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const workflows = ['check', 'codeql', 'lab', 'release'].map((name) => `.github/workflows/${name}.yml`);
const values = (text: string, member: RegExp) => [...text.matchAll(member)].map(([, value]) => value ?? '');

describe('workflows', () => {
  it.each(workflows)('%s names each action by its commit and its release', (file) => {
    const actions = values(read(file), /^ *(?:- )?uses: (.+)$/gm);
    expect(actions).not.toEqual([]);
    for (const action of actions) expect(action).toMatch(/^[\w/.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it.each(workflows)('%s may read the repository and, without saying so, nothing else', (file) => {
    expect(read(file)).toMatch(/^permissions:\n {2}contents: read\n(?! )/m);
    expect(read(file)).not.toContain('pull_request_target');
  });

  it('check runs on the floor of package.json, and begins with what the image is built on', () => {
    const floor = (JSON.parse(read('package.json')) as { engines: { node: string } }).engines.node.replace('>=', '');
    const nodes = values(read('.github/workflows/check.yml'), /node: \[(.+)\]/g)[0]?.split(', ');
    const [image] = values(read('Dockerfile'), /^FROM node:(\d+)/gm);
    expect(nodes).toEqual([`"${image}"`, '"22"', `"${floor}"`]);
  });
});

it('every image is named by its digest', () => {
  const images = [
    ...values(read('Dockerfile'), /^FROM (\S+)/gm),
    ...values(read('compose.yaml'), /^ *image: (\S+)$/gm).filter((image) => !image.startsWith('place-records:')),
  ];
  expect(images).toHaveLength(6);
  for (const image of images) expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
});
