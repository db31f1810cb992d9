import { randomBytes } from 'node:crypto';

/**
 * Las claves que sellan el estado entre dos vueltas. El kit guarda todo en la memoria del proceso, así que le basta una clave
 * al azar por proceso; un servidor de verdad pone `VUELTA_KEYS` en su entorno.
 */
export const claves = process.env['VUELTA_KEYS'] ?? [{ kid: 'kit', secret: randomBytes(32) }];
