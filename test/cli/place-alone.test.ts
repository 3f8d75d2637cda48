import { expect, test } from 'vitest';
import { withCommand } from '../../src/cli/commands.ts';

test.each([
  [['27601'], ['call', 'svc_place_facts', 'address=27601']],
  [
    ['222 W Hargett St, Raleigh, NC', '--json'],
    ['call', 'svc_place_facts', 'address=222 W Hargett St, Raleigh, NC', '--json'],
  ],
  [
    ['Raleigh,', 'NC'],
    ['call', 'svc_place_facts', 'address=Raleigh, NC'],
  ],
  [
    ['search', '27601'],
    ['search', '27601'],
  ],
  [['floodzone'], ['floodzone']],
  [
    ['--port', '3'],
    ['--port', '3'],
  ],
  [[], []],
])('%j is %j', (typed, command) => expect(withCommand(typed)).toEqual(command));
