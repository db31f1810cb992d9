// @ts-nocheck: xmcp is installed in this folder only.
import { booking, schema } from '../asking';

const tool = booking('reservar_par');

export { schema };
export const metadata = tool.metadata;
export default tool.handler;
