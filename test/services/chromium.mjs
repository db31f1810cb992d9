import { chromium } from 'playwright-core';
import { pathOf } from './needed.mjs';

/** The one on the PATH; a computer without it fails what needs a page. */
export const launch = () => chromium.launch({ executablePath: pathOf('chromium'), args: ['--no-sandbox'] });
