// is in the bundle for the file of the same name of @modelcontextprotocol/server: that one sets up a compiler of JSON
// Schemas before anything is queried, and reads every property of the process, its three streams among them
export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
export const { process } = globalThis;
