/** Where a rule comes from: a page of the specification of 2026-07-28, and its section. */
export interface SpecSection {
  /** For example `basic/patterns/mrtr`. */
  readonly page: string;
  readonly section: string;
}

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
  errors: of('client/elicitation', 'Error handling'),
  schema: of('client/elicitation', 'Requested schema'),
  capabilities: of('client/elicitation', 'Capabilities'),
  security: of('client/elicitation', 'Security considerations'),
  url: of('client/elicitation', 'URL mode'),
  requests: of('client/elicitation', 'Elicitation requests'),
  safeUrls: of('client/elicitation', 'Safe URL handling'),
  formMode: of('client/elicitation', 'Form mode security'),
};

export const TOOLS = {
  output: of('server/tools', 'Output schema'),
};

export const BASE = {
  stateless: of('basic', 'Statelessness'),
  capabilities: of('basic', '_meta'),
  errors: of('basic', 'Errors'),
  responses: of('basic', 'Responses'),
  transports: of('basic/transports', 'Transports'),
  http: of('basic/transports/streamable-http', 'Sending messages'),
  httpVersion: of('basic/transports/streamable-http', 'Protocol version header'),
  httpValidation: of('basic/transports/streamable-http', 'Server validation'),
  httpSecurity: of('basic/transports/streamable-http', 'Security & endpoint'),
  stdio: of('basic/transports/stdio', 'stdio'),
  versions: of('basic/versioning', 'Protocol version negotiation'),
  revisions: of('basic/versioning', 'Backward compatibility with initialization-based versions'),
};

/** The address of a section's page. */
export const addressOf = ({ page }: SpecSection): string =>
  `https://modelcontextprotocol.io/specification/2026-07-28/${page}`;
