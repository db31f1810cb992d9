import { createVuelta, type Vuelta, type VueltaEvent } from 'vuelta';

export function vueltaThatLogs(keys: string, log: (line: string) => void): Vuelta {
  // #region log
  const troubles = new Set<VueltaEvent['type']>(['rejected', 'fault', 'unable', 'unsettled', 'capped']);
  const vuelta = createVuelta({
    keys,
    onEvent: (event) => {
      if (troubles.has(event.type)) log(JSON.stringify(event)); // no event contains an answer, a token or a state
    },
  });
  // #endregion
  return vuelta;
}
