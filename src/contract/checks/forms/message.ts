import type { FormSchema } from '../../../form/index.js';

/** Questions that name neither what is done nor what it is done to: English, Spanish, Portuguese, French, German, Italian. */
const GENERIC: ReadonlySet<string> = new Set(
  `
  are you sure, are you sure you want to continue, are you sure you want to proceed,
  are you sure you want to do this, do you want to continue, do you want to proceed, do you confirm,
  would you like to continue, would you like to proceed, please confirm, please confirm this action,
  confirm this action, confirm action, confirm the operation, confirmation required, input required,
  proceed, continue, confirm, confirmation, ok, yes or no,
  estás seguro, está seguro, estás segura, seguro, seguro que quieres continuar,
  estás seguro de que quieres continuar, está seguro de que desea continuar, desea continuar,
  deseas continuar, quieres continuar, continuar, confirmar, confirma, confirmas, confirmación,
  confirmar acción, confirme la acción, confirma la acción, confirmar la operación, sí o no,
  tem certeza, tem a certeza, você tem certeza, tem certeza que deseja continuar,
  tem certeza de que deseja continuar, deseja continuar, quer continuar, prosseguir, confirmação,
  confirmar ação, confirme a ação, sim ou não,
  êtes-vous sûr, confirmer, voulez-vous continuer, bist du sicher, sind sie sicher, fortfahren,
  bestätigen, sei sicuro, conferma
`
    .trim()
    .split(/,\s+/),
);

/** Letters and single spaces: what of a message has a meaning. */
const wordsOf = (message: string): string =>
  message
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const isConfirmation = ({ properties }: FormSchema): boolean =>
  Object.values(properties).every(({ type }) => type === 'boolean');

/** One word, in a script that puts spaces between words. */
const ONE_WORD = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}-]+$/u;

/** Why a message tells a person too little, or `undefined`. A single word may be enough for a field, never for a yes or no. */
export function vague(message: string, schema: FormSchema): string | undefined {
  const words = wordsOf(message);
  if (words === '') return 'its message is blank';
  if (GENERIC.has(words)) return `its message is ${JSON.stringify(message)}, which fits any question`;
  return isConfirmation(schema) && ONE_WORD.test(words)
    ? `its message is ${JSON.stringify(message)}, one word for a yes or no`
    : undefined;
}
