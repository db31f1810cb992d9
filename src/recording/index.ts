export type { Difference } from './compare.js';
export { formatRecording } from './format.js';
export { parseRecording, readRecording } from './parse.js';
export { recordCall } from './record.js';
export type { CallToRecord, RecordCallOptions } from './record.js';
export type {
  RecordedAnswer,
  RecordedAsk,
  RecordedCall,
  RecordedEnd,
  RecordedRound,
  Recording,
  StateRole,
} from './recording.js';
export { replayCall } from './replay.js';
export type { ReplayOptions, ReplayResult } from './replay.js';
