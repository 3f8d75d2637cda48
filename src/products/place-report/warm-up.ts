import type { ToolContext } from '../../catalog/context.ts';
import { loadRedactor } from '../../privacy/redact.ts';
import { reportParts } from './parts.ts';

/** Until the first question is on its way. */
const headStartMs = 20;

/**
 * Loads what the first report of a process needs besides answers, while its first question is waited for: the dictionary
 * by which persons are removed from free text, and the arguments of the tools that are called. What fails here is met
 * again where it is needed.
 */
export function warmUp({ catalog }: Pick<ToolContext, 'catalog'>): void {
  setTimeout(() => {
    loadRedactor().catch(() => undefined);
    for (const { tool } of reportParts) catalog.find(tool)?.arguments;
  }, headStartMs).unref();
}
