import type { Command } from 'commander';

/** `place-records places`: what an operator does about places. */
export function addPlacesCommands(_program: Command): void {}
