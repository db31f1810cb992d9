/** Where a rule comes from: a page of the specification of 2026-07-28, and its section. */
export interface SpecSection {
  /** For example `basic/patterns/mrtr`. */
  readonly page: string;
  readonly section: string;
}

const at = (page: string, section: string): SpecSection => ({ page, section });

/** The pages of the specification that the rules rest on. */
export const MRTR = {
  types: at('basic/patterns/mrtr', 'Core types'),
  verbs: at('basic/patterns/mrtr', 'Supported requests'),
  server: at('basic/patterns/mrtr', 'Server requirements (basic workflow)'),
  errors: at('basic/patterns/mrtr', 'Error handling'),
  security: at('basic/patterns/mrtr', 'Security considerations'),
};

export const ELICITATION = {
  actions: at('client/elicitation', 'Response actions'),
  errors: at('client/elicitation', 'Error handling'),
  schema: at('client/elicitation', 'Requested schema'),
  capabilities: at('client/elicitation', 'Capabilities'),
  security: at('client/elicitation', 'Security considerations'),
  url: at('client/elicitation', 'URL mode'),
  requests: at('client/elicitation', 'Elicitation requests'),
  safeUrls: at('client/elicitation', 'Safe URL handling'),
  formMode: at('client/elicitation', 'Form mode security'),
};

export const TOOLS = {
  output: at('server/tools', 'Output schema'),
};

export const BASE = {
  stateless: at('basic', 'Statelessness'),
  capabilities: at('basic', '_meta'),
  errors: at('basic', 'Errors'),
  responses: at('basic', 'Responses'),
  transports: at('basic/transports', 'Transports'),
  http: at('basic/transports/streamable-http', 'Sending messages'),
  httpVersion: at('basic/transports/streamable-http', 'Protocol version header'),
  httpValidation: at('basic/transports/streamable-http', 'Server validation'),
  httpSecurity: at('basic/transports/streamable-http', 'Security & endpoint'),
  stdio: at('basic/transports/stdio', 'stdio'),
  versions: at('basic/versioning', 'Protocol version negotiation'),
  revisions: at('basic/versioning', 'Backward compatibility with initialization-based versions'),
};

/** The address of a section's page. */
export const addressOf = ({ page }: SpecSection): string =>
  `https://modelcontextprotocol.io/specification/2026-07-28/${page}`;
