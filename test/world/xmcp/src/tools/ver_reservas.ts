// @ts-nocheck: xmcp is installed in this folder only.
import { contarReservas } from '../../../turmas.mjs';

export const metadata = {
  name: 'ver_reservas',
  description: 'Quantas reservas há',
  annotations: { readOnlyHint: true },
};

export default function verReservas() {
  return { content: [{ type: 'text' as const, text: contarReservas() }] };
}
