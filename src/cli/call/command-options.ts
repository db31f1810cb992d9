import { type Command, Option } from 'commander';
import { REVISIONS } from '../../protocol/revision.js';
import { collect, milliseconds } from '../option.js';

/** How to reach the server of one call. */
export const withReach = (command: Command): Command =>
  command
    .option('--header <header>', "'Name: value' for every request to an address; may be repeated", collect)
    .option('--token <token>', 'a bearer token for an address')
    .addOption(new Option('--revision <revision>', 'the revision to speak').choices([...REVISIONS]))
    .option('--timeout <ms>', "how long a response may take: the server's time, not the person's", milliseconds);

/** Which call is meant. */
export const withCall = (command: Command): Command =>
  command
    .option('--arg <name=text>', 'an argument, or name:=JSON; may be repeated', collect)
    .option('--args <json>', 'all arguments as a JSON object')
    .option('--prompt', 'the name is that of a prompt')
    .option('--resource', 'the name is the URI of a resource');

/** Who answers. */
export const withAnswers = (command: Command): Command =>
  command
    .option('--answers <file>', 'an answer file, YAML or JSON')
    .option('--loose', 'what does not match in the answer file is a warning');
