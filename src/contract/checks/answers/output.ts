import type { JsonSchemaType } from '@modelcontextprotocol/client';
import { copyJson, isObject } from '../../../json.js';
import { type Check, EITHER } from '../../check.js';
import type { CaseResponse } from '../../evidence/response.js';
import { TOOLS } from '../../../protocol/spec.js';
import { toolsOf } from '../tools.js';
import type { Trial } from '../../walk/trial.js';
import { sweep } from '../variants/attempt.js';
import { NOTHING, refusals } from './no.js';
import { notApplicable } from '../../evidence/finding.js';

/** Why a value does not fit; `undefined` when it does. */
type Fits = (value: unknown) => string | undefined;

/** The words of the TypeScript SDK, which puts this in the place of what the handler gave. */
const REPLACED = /^Output validation error\b/u;

/** What the tool of the case says that its results are; `undefined` when it says nothing, or nothing that can be read. */
async function outputOf(trial: Trial): Promise<Fits | undefined> {
  const tool = (await toolsOf(trial)).find(({ name }) => name === trial.case.tool);
  if (!isObject(tool?.outputSchema)) return undefined;
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/client/validators/ajv');
  try {
    const validate = new AjvJsonSchemaValidator().getValidator(copyJson(tool.outputSchema) as JsonSchemaType);
    return (value) => {
      const { valid } = validate(value);
      return valid ? undefined : 'ended with structuredContent that does not fit the outputSchema of the tool';
    };
  } catch {
    return undefined;
  }
}

function judge(heard: CaseResponse, fits: Fits): string | undefined {
  if (heard.kind !== 'result') return undefined;
  if (heard.isError) {
    const isReplaced = REPLACED.test(heard.text);
    return isReplaced
      ? "ended with the server's own complaint that the result does not fit the outputSchema"
      : undefined;
  }
  const { structuredContent } = heard.result;
  if (structuredContent !== undefined) return fits(structuredContent);
  return 'ended with a result that is no error and has no structuredContent, which the outputSchema of the tool demands';
}

export const outputSchema: Check = {
  id: 'answers.output-schema',
  level: 'MUST',
  revisions: EITHER,
  title: 'What a decline or a cancel leads to fits the outputSchema of the tool, or is an isError result.',
  spec: TOOLS.output,
  why: 'Clients check results against the schema. One that does not fit is an error of the protocol there, and nobody learns that the person said no.',
  fix: 'Return an isError result when the person said no, or make the schema one that has a place for it and fill that.',
  run: async (trial) => {
    if (trial.case.tool === undefined) return notApplicable('only tools have an outputSchema');
    const fits = await outputOf(trial);
    if (fits === undefined) return notApplicable('the tool has no outputSchema that can be read');
    return sweep(trial, await refusals(trial, 'decline', 'cancel'), ({ heard }) => judge(heard, fits), NOTHING);
  },
};
