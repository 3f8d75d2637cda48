/** What an assistant calls to search and to run tools; they are no tools of the registry. */
export const searchToolName = 'svc_search_tools';
export const executeToolName = 'svc_execute';

/** A tool's name as callers write it (any case, hyphens for underscores), in the writing of the registry. */
export const foldedToolName = (written: string): string => written.trim().toLowerCase().replaceAll('-', '_');
