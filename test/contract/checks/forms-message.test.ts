import { describe, expect, it } from 'vitest';
import { vague } from '../../../src/contract/checks/forms/message.js';
import type { FormSchema } from '../../../src/form/index.js';

const yesOrNo: FormSchema = { type: 'object', properties: { ok: { type: 'boolean' } } };
const name: FormSchema = { type: 'object', properties: { name: { type: 'string' } } };

describe('vague', () => {
  it.each([
    '',
    ' \n',
    '?!',
    'Are you sure?',
    'ARE YOU SURE',
    '¿Está seguro?',
    '  Confirm.  ',
    'Tem certeza?',
    'Êtes-vous sûr ?',
    'Sí o no',
  ])('F49 a message that fits any question: %j', (message) => {
    expect(vague(message, yesOrNo)).toBeDefined();
    expect(vague(message, name)).toBeDefined();
  });

  it('a decomposed accent is the same letter', () => {
    expect(vague('¿Está seguro?'.normalize('NFD'), yesOrNo)).toBeDefined();
  });

  it('one word is enough for a field, and too little for a yes or no', () => {
    expect(vague('Nickname?', name)).toBeUndefined();
    expect(vague('Delete?', yesOrNo)).toBeDefined();
  });

  it.each([
    'Delete ticket 7?',
    'Are you sure you want to delete ticket 7?',
    '¿Continuar con la reserva de Ana?',
    '予約しますか',
  ])('a message that names what happens: %j', (message) => {
    expect(vague(message, yesOrNo)).toBeUndefined();
  });
});
