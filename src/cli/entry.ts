#!/usr/bin/env node
// no command is the stdio server: it loads nothing that it does not need for the first list
const command = process.argv[2];
if (command === undefined || command === 'stdio') {
  const { runStdio } = await import('./stdio.ts');
  await runStdio();
} else {
  const { runCommand } = await import('./commands.ts');
  process.exitCode = await runCommand(process.argv.slice(2));
}

export {};
