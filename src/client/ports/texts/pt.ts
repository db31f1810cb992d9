import type { Texts } from './en.js';

export const pt: Texts = {
  lang: 'pt',
  asks: (who, target) => `${who} pergunta, em ${target}:`,
  fields: 'Pede:',
  required: 'obrigatório',
  optional: 'opcional',
  preset: (value) => `Enter usa: ${value}`,
  kind: {
    text: 'texto',
    email: 'endereço de e-mail',
    uri: 'endereço completo, como https://example.com/page',
    date: 'data, como 2026-07-28',
    'date-time': 'data e hora, como 2026-07-28T15:00:00Z',
    number: 'número',
    integer: 'número inteiro',
    yesNo: 'sim ou não',
    choice: 'uma opção',
    several: 'várias opções',
  },
  range: (minimum, maximum) => {
    if (minimum !== undefined && maximum !== undefined) return `de ${minimum} a ${maximum}`;
    if (minimum !== undefined) return `no mínimo ${minimum}`;
    return maximum === undefined ? undefined : `no máximo ${maximum}`;
  },
  yes: 'Sim',
  no: 'Não',
  leaveOut: '(deixar sem resposta)',
  answer: 'responder',
  accept: 'aceitar',
  done: 'pronto, já terminei lá',
  decline: 'recusar',
  cancel: 'cancelar',
  start: 'Enter responde, n recusa, q cancela',
  startAccept: 'Enter aceita, n recusa, q cancela',
  startAddress: 'Enter quando tiver terminado lá, n recusa, q cancela',
  startAgain: 'Aperte só Enter, ou digite n ou q',
  address: 'Endereço',
  host: 'Servidor do endereço',
  openYourself: 'Nada é aberto aqui: veja a que servidor ele leva e abra você mesmo o endereço.',
  punycode: (reads) => `Cuidado: este servidor tem letras que se parecem com outras. Lê-se como ${reads}`,
  pickOne: 'Digite um número ou um nome',
  pickSeveral: 'Digite números ou nomes, separados por vírgulas',
  pickKeys: '↑/↓ para mover, Enter para escolher',
  severalKeys: '↑/↓ para mover, espaço para marcar, Enter ao terminar',
  moreCharacters: (amount) =>
    amount === 1
      ? '(há mais 1 caractere, que não é mostrado)'
      : `(há mais ${amount} caracteres, que não são mostrados)`,
  moreFields: (amount) => `e mais ${amount}`,
  leftOut: (fields) => `Não se pergunta aqui, e fica de fora: ${fields}`,
  matching: (pattern) => `que corresponda a ${pattern}`,
  notChecked: (words) => `não é verificado aqui: ${words}`,
  refused: (reason, left) =>
    `Não é válido: ${reason}. ${left === 1 ? 'Resta 1 tentativa' : `Restam ${left} tentativas`}.`,
  startTooLong: 'É longo demais para ser mostrado inteiro, por isso não pode ser aceito: n recusa, q cancela',
  readOn: (lines) => `continuar a ler (mais ${lines} ${lines === 1 ? 'linha' : 'linhas'})`,
  lineOrName: (typed) =>
    `${typed} é o número de uma linha e o nome de outra; digite ${typed}) para a linha, "${typed}" para o nome`,
  sameName: 'mais de uma linha tem esse nome; digite o número dela',
  manyReadings: 'pode ser lido de mais de uma maneira; digite os números das linhas, como 1),2)',
  noMoreTries: (field) => `Nenhum valor válido para ${field} em três tentativas: cancelado.`,
  cancelled: 'Cancelado.',
  notUnderstood: 'Não foi entendido três vezes: cancelado.',
  cannotShow: (field) => `${field} é obrigatório e não pode ser perguntado aqui: cancelado.`,
  takenBack: 'Ninguém mais espera esta resposta: a pergunta foi retirada.',
  secret: (field) =>
    `Cuidado: ${field} parece um segredo. Um formulário não deve pedir senhas, chaves nem números de cartão.`,
};
