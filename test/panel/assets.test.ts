import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Panel } from '../../src/panel/index.js';
import { type Browser, openPanel } from './browser.js';
import { kit } from './kit.js';

const booking = await kit('servidor.mjs');

const STATIC_IMPORT = /^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gmu;

let panel: Panel;
let browser: Browser;

beforeAll(async () => {
  ({ panel, browser } = await openPanel({ open: () => ({ target: booking }), label: 'kit' }));
});

afterAll(() => panel.close());

it('the page and everything it refers to is served, as what it is', async () => {
  const html = await browser.get('/');
  expect(html.headers['content-type']).toBe('text/html; charset=utf-8');
  const referred = [...html.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  expect(referred).toEqual(expect.arrayContaining(['panel/page/main.js', 'panel/page/icon.svg']));
  const sheets = await readdir(new URL('../../src/panel/page/style', import.meta.url));
  expect(referred.filter((path) => path.endsWith('.css')).sort()).toEqual(
    sheets.filter((name) => name.endsWith('.css')).map((name) => `panel/page/${name}`),
  );
  const types = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' };
  for (const path of referred) {
    const { status, headers } = await browser.get(`/${path}`);
    const ending = path.split('.').at(-1) as keyof typeof types;
    expect([path, status, headers['content-type']]).toEqual([path, 200, `${types[ending]}; charset=utf-8`]);
  }
});

it('the script of the page holds all that it needs: nothing else of the package is served', async () => {
  const { body } = await browser.get('/panel/page/main.js');
  expect(body.length).toBeGreaterThan(10_000);
  expect([...body.matchAll(STATIC_IMPORT)]).toEqual([]);
  expect(body).not.toMatch(/\bimport\(/u);
});
