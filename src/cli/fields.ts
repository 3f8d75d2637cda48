import type { Command } from 'commander';
import { describeField } from '../fields/describe.ts';
import type { Fields } from '../fields/table.ts';
import { datasets } from '../mirror/datasets.generated.ts';
import { tablesOf } from '../sources/tables.generated.ts';
import { fail, paint, say } from './terminal.ts';

function printFields(title: string, fields: Fields): void {
  say(paint('bold', title));
  for (const [name, field] of Object.entries(fields)) {
    const { type, columns, rules } = describeField(name, field);
    say(`  ${name.padEnd(26)} ${type.padEnd(9)} ${columns.padEnd(34)} ${rules.join('; ')}`.trimEnd());
  }
}

/** `place-records fields <source>`: which column each published value is, and what is known of it. */
export function addFieldsCommand(program: Command): void {
  program
    .command('fields <source>')
    .description('the field table of a source or mirrored dataset: columns, units, what 0 means, whose clock')
    .action(async (source: string) => {
      const tables = (await tablesOf[source]?.()) ?? {};
      const dataset = datasets.find(({ id }) => id === source);
      if (Object.keys(tables).length === 0 && !dataset) {
        fail(`no field table of ${source}; there are those of ${Object.keys(tablesOf).join(', ')}`);
      }
      for (const [name, { fields }] of Object.entries(tables)) printFields(`${source}, ${name}`, fields);
      if (dataset) printFields(dataset.title, dataset.columns);
    });
}
