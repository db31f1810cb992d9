import { LEGACY } from '../../../protocol/revision.js';
import { isObject } from '../../../json.js';
import { requestOf } from '../../case/case.js';
import type { Check } from '../../check.js';
import { type OpenedServer, isAddress } from '../../case/opened-server.js';
import { BASE } from '../../../protocol/spec.js';
import type { Trial } from '../../walk/trial.js';
import { isLoopback } from '../url/address.js';
import { addressOf, type Post, PostBox, type Posted } from './post.js';
import { fault, type Finding, notApplicable, pass } from '../../evidence/finding.js';

const UNKNOWN = 'vuelta/no-such-method';

/** Runs a rule that is about HTTP where there is HTTP, and after a control. */
async function overHttp(
  trial: Trial,
  rule: (box: PostBox, server: OpenedServer) => Promise<Finding>,
): Promise<Finding> {
  const server = await trial.server();
  const address = await addressOf(trial, server);
  if (address === undefined) return notApplicable('the server is reached over stdio');
  try {
    const box = new PostBox(trial, address);
    await box.control();
    return await rule(box, server);
  } finally {
    await address.close();
  }
}

interface Wanted {
  readonly post: Post;
  readonly status: number;
  readonly code: number;
}

const codeOf = ({ message }: Posted): unknown => (isObject(message['error']) ? message['error']['code'] : undefined);

const got = (posted: Posted): string =>
  `HTTP ${posted.status}${codeOf(posted) === undefined ? '' : ` and ${String(codeOf(posted))}`}`;

async function expectRefusals(box: PostBox, wanted: readonly Wanted[]): Promise<Finding | undefined> {
  for (const { post, status, code } of wanted) {
    const posted = await box.post(post);
    if (posted.status !== status || codeOf(posted) !== code) {
      return fault(`${post.label}: HTTP ${status} and ${code} are due, and it was ${got(posted)}.`, posted.heard);
    }
  }
  return undefined;
}

export const status: Check = {
  id: 'transport.status',
  level: 'MUST',
  title: 'Over HTTP, what is refused before a handler runs has the status and the code that the revision names.',
  spec: BASE.httpVersion,
  why: 'Clients tell an old server from a new one, and a wrong address from a wrong method, by these numbers. With others they give up or fall back.',
  fix: 'Answer an unknown method with 404 and -32601, an unsupported version with 400 and -32022, and a body that is no JSON with 400.',
  run: (trial) =>
    overHttp(trial, async (box) => {
      const refused = await expectRefusals(box, [
        { post: { label: 'A method that does not exist', method: UNKNOWN }, status: 404, code: -32_601 },
        {
          post: { label: 'A revision that does not exist', method: box.listMethod, version: '1900-01-01' },
          status: 400,
          code: -32_022,
        },
      ]);
      if (refused !== undefined) return refused;
      const broken = await box.post({ label: 'A body that is no JSON', method: box.listMethod, body: '{"jsonrpc":' });
      if (broken.status >= 400 && broken.status < 500) return pass(4);
      return fault(`A body that is no JSON: a status of 4xx is due, and it was ${got(broken)}.`, broken.heard);
    }),
};

export const headers: Check = {
  id: 'transport.headers',
  level: 'MUST',
  title: 'Over HTTP, a request whose headers say something else than its body is refused with 400 and -32020.',
  spec: BASE.httpValidation,
  why: 'A gateway lets a call pass by its headers. When the server does another one by its body, the gateway guarded nothing.',
  fix: 'Compare Mcp-Method, Mcp-Name and MCP-Protocol-Version with the body before anything runs, and answer 400 with -32020 when one is missing or differs. createMcpHandler of the TypeScript SDK does this.',
  run: (trial) =>
    overHttp(trial, async (box) => {
      const list = box.listMethod;
      const { method, params } = requestOf(trial.case, trial.args);
      const mismatch = (label: string, post: Omit<Post, 'label'>): Wanted => ({
        post: { label, ...post },
        status: 400,
        code: -32_020,
      });
      const wanted = [
        mismatch('Mcp-Method names another method', { method: list, headers: { 'Mcp-Method': 'server/discover' } }),
        mismatch('Mcp-Method is missing', { method: list, headers: { 'Mcp-Method': null } }),
        mismatch('MCP-Protocol-Version names another revision', {
          method: list,
          headers: { 'MCP-Protocol-Version': LEGACY },
        }),
        mismatch('Mcp-Name names another target', { method, params, headers: { 'Mcp-Name': 'vuelta-other' } }),
        mismatch('Mcp-Name is missing', { method, params, headers: { 'Mcp-Name': null } }),
      ];
      return (await expectRefusals(box, wanted)) ?? pass(wanted.length);
    }),
};

export const ids: Check = {
  id: 'transport.id',
  level: 'MUST',
  title: 'A response carries the id of its request, of the same type, for results and for errors.',
  spec: BASE.responses,
  why: 'A client with two calls open gives each response to the call whose id it has. With another id the call waits until it times out.',
  fix: 'Copy the id of the request into the response as it is: a number stays a number.',
  run: (trial) =>
    overHttp(trial, async (box) => {
      let tried = 0;
      for (const method of [box.listMethod, UNKNOWN]) {
        for (const id of [0, 7, '7', 'vuelta ñ']) {
          const posted = await box.post({ label: `${method} with id ${JSON.stringify(id)}`, method, id });
          if (posted.message['id'] !== id) {
            const found = JSON.stringify(posted.message['id']) ?? 'none';
            return fault(`The response to ${method} with id ${JSON.stringify(id)} has id ${found}.`, posted.heard);
          }
          tried += 1;
        }
      }
      return pass(tried);
    }),
};

const isLocal = ({ target, connect }: OpenedServer): boolean =>
  isAddress(target) && connect?.fetch === undefined && isLoopback(new URL(target));

export const origin: Check = {
  id: 'transport.origin',
  level: 'MUST',
  title: 'A server on this computer refuses requests whose Origin is a web page elsewhere, with 403.',
  spec: BASE.httpSecurity,
  why: "Any page that a person visits can call a server on their computer by DNS rebinding, and answer its questions in the person's place.",
  fix: 'Before the request is read, answer 403 when its Origin is not one that you expect, and the same for Host. In the TypeScript SDK: originValidationResponse and hostHeaderValidationResponse.',
  run: (trial) =>
    overHttp(trial, async (box, server) => {
      if (!isLocal(server)) return notApplicable('the server does not listen on this computer');
      const label = 'Origin is https://attacker.example';
      const posted = await box.post({ label, method: box.listMethod, headers: { Origin: 'https://attacker.example' } });
      if (posted.status === 403) return pass(2);
      return fault(`${label}: HTTP 403 is due, and it was ${got(posted)}.`, posted.heard);
    }),
};
