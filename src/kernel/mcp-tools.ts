/** What an assistant calls to search and to run tools; they are no tools of the registry. */
export const searchToolName = 'svc_search_tools';
export const executeToolName = 'svc_execute';

/** A tool's name as callers write it (any case, hyphens for underscores), in the writing of the registry. */
export const foldedToolName = (written: string): string => written.trim().toLowerCase().replaceAll('-', '_');

/** Resources of MCP: a job that was bought, and a report by the id of its copies. */
export const resourceOfJob = (id: string): string => `place-records://jobs/${id}`;
export const resourceOfReport = (id: string): string => `place-records://reports/${id}`;
