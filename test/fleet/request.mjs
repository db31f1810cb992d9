import { ERRORS } from 'vuelta/errors';

const TOOL = 'reservar';
const VERSION = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'fleet', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
};

/** The text of one request: what is repeated is repeated to the byte. */
export function requestBody(round, args, retry = {}) {
  const params = { name: TOOL, arguments: args, _meta: META, ...retry };
  return JSON.stringify({ jsonrpc: '2.0', id: round, method: 'tools/call', params });
}

/** Sends a request once. */
export async function send(url, body, { place, fault, patienceMs }) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': VERSION,
    'mcp-method': 'tools/call',
    'mcp-name': TOOL,
    'fleet-round': place,
    'fleet-fault': fault,
  };
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(patienceMs) });
    return readReply({ status: response.status, body: await response.text() });
  } catch {
    return { kind: 'again', why: 'no response' };
  }
}

/**
 * What a response means to a client: `asked`, `ended`, `refused`, or `again` for what may be sent again as it is: no response, a server
 * error without a JSON-RPC message, and the coded errors whose next step is to retry.
 */
export function readReply({ status, body }) {
  const message = parsed(body);
  const { result, error } = message ?? {};
  if (result?.resultType === 'input_required') return { kind: 'asked', result };
  if (result !== undefined) return { kind: 'ended', result };
  const reason = error?.data?.reason;
  if (error === undefined) return { kind: status >= 500 ? 'again' : 'refused', why: `HTTP ${status}` };
  const why = `${error.code} ${reason ?? error.message}`;
  return { kind: ERRORS[reason]?.next === 'retry' || reason === 'cancelled' ? 'again' : 'refused', why };
}

function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
