import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * What the tests run that npm does not bring: a command on the PATH (or the place of a file), the Debian package it is in, and the service
 * that the package starts and nobody here needs.
 *
 * @type {{ command: string, package: string, service?: string }[]}
 */
export const NEEDED = [
  { command: 'redis-server', package: 'redis-server', service: 'redis-server' },
  { command: 'redis-cli', package: 'redis-tools' },
  { command: 'tmux', package: 'tmux' },
  { command: 'chromium', package: 'chromium' },
  { command: 'curl', package: 'curl' },
];

/**
 * Where a command is, as a shell finds it.
 *
 * @param {string} command
 * @returns {string | undefined}
 */
export function pathOf(command) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const places = command.includes('/') ? [command] : folders.map((folder) => join(folder, command));
  return places.find(isExecutable);
}

function isExecutable(place) {
  try {
    accessSync(place, constants.X_OK);
    return statSync(place).isFile();
  } catch {
    return false;
  }
}
