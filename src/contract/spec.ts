import type { SpecSection } from './check.js';

const of = (page: string, section: string): SpecSection => ({ page, section });

/** The pages of the specification that the rules rest on. */
export const MRTR = {
  types: of('basic/patterns/mrtr', 'Core types'),
  verbs: of('basic/patterns/mrtr', 'Supported requests'),
  server: of('basic/patterns/mrtr', 'Server requirements (basic workflow)'),
  errors: of('basic/patterns/mrtr', 'Error handling'),
  security: of('basic/patterns/mrtr', 'Security considerations'),
};

export const ELICITATION = {
  actions: of('client/elicitation', 'Response actions'),
  schema: of('client/elicitation', 'Requested schema'),
  capabilities: of('client/elicitation', 'Capabilities'),
  security: of('client/elicitation', 'Security considerations'),
  url: of('client/elicitation', 'URL mode'),
};

export const BASE = {
  errors: of('basic', 'Errors'),
  http: of('basic/transports/streamable-http', 'Sending messages to the server'),
  stdio: of('basic/transports/stdio', 'Messages'),
  versions: of('basic/versioning', 'Revisions'),
};

/** The address of a section's page. */
export const addressOf = ({ page }: SpecSection): string =>
  `https://modelcontextprotocol.io/specification/2026-07-28/${page}`;
