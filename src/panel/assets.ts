import { readFile } from 'node:fs/promises';
import { plain, type Reply } from './serve/reply.js';

/** The built page: the same seen from `src/panel` and from `dist/chunks`. */
const PAGE = new URL('../../dist/panel/page/', import.meta.url);

/** The files of the page by their endings. */
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

interface Asset {
  readonly file: string;
  readonly type: string;
}

const FILE = /^\/panel\/page\/(?<file>[a-z-]+\.(?<ending>js|css|svg))$/;

/** Which file an address means. Nothing else of the package, and no other file of this computer, has one. */
function assetOf(path: string): Asset | undefined {
  if (path === '/') return { file: 'index.html', type: 'text/html; charset=utf-8' };
  const { file, ending = '' } = FILE.exec(path)?.groups ?? {};
  const type = TYPES[ending];
  return file === undefined || type === undefined ? undefined : { file, type };
}

/** A file of the page; `undefined` where the page has none of this address. */
export async function readAsset(path: string): Promise<Reply | undefined> {
  const asset = assetOf(path);
  if (asset === undefined) return undefined;
  try {
    return { status: 200, type: asset.type, body: await readFile(new URL(asset.file, PAGE)) };
  } catch {
    return plain(`panel/page/${asset.file} is not there: the page has not been built. Run npm run build.\n`, 503);
  }
}
