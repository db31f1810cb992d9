import { readFile } from 'node:fs/promises';
import { plain, type Reply } from './reply.js';

/** The built package: the same seen from `src/panel` and from `dist/panel`. */
const DIST = new URL('../../dist/', import.meta.url);

const SCRIPT = 'text/javascript; charset=utf-8';

/** The files of the page by their endings. */
const TYPES: Readonly<Record<string, string>> = {
  js: SCRIPT,
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

interface Asset {
  readonly file: string;
  readonly type: string;
}

const FILE = /^\/(?<folder>[a-z/]+)\/(?<name>[a-z-]+)\.(?<ending>js|css|svg)$/;

/** Folders of the package whose modules the page imports: forms, and the texts that all ports share. */
const FOLDERS: ReadonlySet<string> = new Set(['form', 'client/ports/texts']);

/** Which file an address means. Nothing else of the package, and no other file of this computer, has one. */
function assetOf(path: string): Asset | undefined {
  if (path === '/') return { file: 'panel/page/index.html', type: 'text/html; charset=utf-8' };
  if (path === '/errors.js') return { file: 'errors.js', type: SCRIPT };
  const { folder = '', name, ending = '' } = FILE.exec(path)?.groups ?? {};
  const file = `${folder}/${name}.${ending}`;
  if (folder === 'panel/page') return { file, type: TYPES[ending] ?? SCRIPT };
  return FOLDERS.has(folder) && ending === 'js' ? { file, type: SCRIPT } : undefined;
}

/** A file of the page; `undefined` where the page has none of this address. */
export async function readAsset(path: string): Promise<Reply | undefined> {
  const asset = assetOf(path);
  if (asset === undefined) return undefined;
  try {
    return { status: 200, type: asset.type, body: await readFile(new URL(asset.file, DIST)) };
  } catch {
    return plain(`${asset.file} is not there: the page has not been built. Run npm run build.\n`, 503);
  }
}
