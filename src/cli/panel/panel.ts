import { type Panel, servePanel } from '../../panel/index.js';
import { EXIT } from '../exit.js';
import { interrupted } from '../interruption.js';
import { type ReachOptions, readHeaders } from '../with-server.js';
import { importModule, openWords, readTarget, requireServer, type TargetWords } from '../target.js';
import { holdStdout } from '../terminal.js';
import { UsageError } from '../usage.js';

export interface PanelOptionWords extends ReachOptions {
  /** The port on 127.0.0.1; 0 is a free one. */
  readonly port: number;
}

/** What the page calls the target; never the query of an address, which may hold a secret. */
function labelOf(words: TargetWords, given: string): string {
  if (words.kind === 'url') return words.url.origin + words.url.pathname;
  return words.kind === 'module' ? given : [words.command, ...words.args].join(' ');
}

function explain(error: unknown, port: number): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') throw new UsageError(`Port ${port} is taken. Give another, or none.`);
  if (code === 'EACCES') throw new UsageError(`Port ${port} is not for everybody. Give another, or none.`);
  throw error;
}

/**
 * `vuelta panel`: serves the page until SIGINT or SIGTERM. The first line of stdout is the link. It opens no browser.
 *
 * @returns the exit code 0.
 */
export async function panel(
  target: string | undefined,
  after: readonly string[],
  { revision, timeout, port, ...headerWords }: PanelOptionWords,
): Promise<number> {
  const words = readTarget(target, after);
  if (words.kind === 'module') requireServer(await importModule(words.path), words.path);
  const headers = readHeaders(headerWords, words);
  const print = process.stdout.write.bind(process.stdout);
  const release = holdStdout();
  try {
    const served: Panel = await servePanel({
      open: () => openWords(words),
      label: labelOf(words, target ?? ''),
      words: target === undefined ? ['--', ...after] : [target],
      port,
      connect: { ...(headers !== undefined && { headers }), ...(timeout !== undefined && { roundTimeoutMs: timeout }) },
      ...(revision !== undefined && { revision }),
      onLink: (url) => void process.stderr.write(`For another browser: ${url}\n`),
    }).catch((error: unknown) => explain(error, port));
    print(`${served.url}\n`);
    process.stderr.write('The link works once. Ctrl-C ends the page.\n');
    await interrupted();
    await served.close();
    return EXIT.ok;
  } finally {
    release();
  }
}
