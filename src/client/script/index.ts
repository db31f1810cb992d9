export type { DocumentFormat } from './document.js';
export type { AnswerEntry, AnswerFile, AskMatch, FileAnswer } from './file.js';
export { parseAnswerFile, readAnswerFile } from './parse.js';
export type { ParseOptions } from './parse.js';
export { ANSWER_FILE_SCHEMA } from './schema.js';
export { scriptedAnswers } from './script.js';
export type { ScriptedAnswers, ScriptOptions } from './script.js';
