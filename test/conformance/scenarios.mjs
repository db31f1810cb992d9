const PREFIX = 'input-required-result-';

/** What a server must pass. */
export const SERVER_SCENARIOS = [
  ...[
    'basic-elicitation',
    'basic-sampling',
    'basic-list-roots',
    'request-state',
    'multiple-input-requests',
    'multi-round',
    'missing-input-response',
    'non-tool-request',
    'result-type',
    'unsupported-methods',
    'tampered-state',
    'capability-check',
    'ignore-extra-params',
    'validate-input',
  ].map((name) => PREFIX + name),
  'server-stateless',
];

/** What a client must pass. */
export const CLIENT_SCENARIOS = ['sep-2322-client-request-state'];
