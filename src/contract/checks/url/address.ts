const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.has(hostname);

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Names of parameters that hold a credential, whatever their value. */
const CREDENTIALS: ReadonlySet<string> = wordsIn(`
  accesstoken apikey apitoken authtoken bearer bearertoken clientsecret idtoken passwd password privatekey
  refreshtoken secret secretkey contraseña senha
`);

/** Names of parameters by which a link opens something without asking who follows it. */
const PASSES: ReadonlySet<string> = wordsIn(`
  auth authkey awsaccesskeyid magic magiclink otp session sessionid sid sig signature token xamzsignature
  xgoogsignature
`);

/** Names of parameters that hold something about a person. */
const PERSONAL: ReadonlySet<string> = wordsIn(`
  birthdate birthday cpf dateofbirth dni dob email emailaddress firstname fullname iban lastname nif passport
  phone phonenumber ssn surname telefono teléfono telefone username
`);

/** Prefixes by which well-known services mark their keys. */
const MARKED_KEY =
  /\b(?:[sr]k_(?:live|test)_\w{8,}|sk-[\w-]{16,}|gh[pousr]_\w{16,}|xox[abprs]-[\w-]{10,}|AKIA[A-Z\d]{16}\b)/;
/** A signed token. In a link it is often a state, and says nothing but that whoever holds it may go on. */
const JWT = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i;

interface Part {
  /** What a report calls it; never its value. */
  readonly where: string;
  /** The name of a parameter, in letters and digits alone; absent for a segment of the path. */
  readonly name?: string;
  readonly value: string;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const pairsOf = (kind: string, params: URLSearchParams): Part[] =>
  [...params].map(([name, value]) => ({ where: `the ${kind} '${name}'`, name: plain(name), value }));

/** What an address holds beyond its host. A fragment may be a text, or parameters like a query. */
function partsOf({ pathname, searchParams, hash }: URL): Part[] {
  const fragment = hash.slice(1);
  const asQuery = fragment.includes('=') ? fragment.slice(fragment.indexOf('?') + 1) : '';
  return [
    ...pathname.split('/').map((segment) => ({ where: 'the path', value: decode(segment) })),
    ...pairsOf('parameter', searchParams),
    ...(asQuery === '' ? [{ where: 'the fragment', value: decode(fragment) }] : []),
    ...pairsOf('fragment parameter', new URLSearchParams(asQuery)),
  ];
}

const named = ({ name, value }: Part, names: ReadonlySet<string>): boolean =>
  name !== undefined && value !== '' && names.has(name);

const find = (url: URL, holds: (part: Part) => boolean): string | undefined => partsOf(url).find(holds)?.where;

export const credentialIn = (url: URL): string | undefined =>
  find(url, (part) => named(part, CREDENTIALS) || MARKED_KEY.test(part.value));

export const personIn = (url: URL): string | undefined =>
  find(url, (part) => named(part, PERSONAL) || EMAIL.test(part.value));

/** Which part of an address looks like a way in that asks nobody who they are, or `undefined`. */
export const passIn = (url: URL): string | undefined =>
  find(url, (part) => named(part, PASSES) || JWT.test(part.value));

const IP_V4 = /^\d+(?:\.\d+){3}$/;

/** Why a person cannot judge by the host where an address leads, or `undefined`. */
export function doubtfulHost(url: URL): string | undefined {
  const { hostname } = url;
  if (isLoopback(url)) return undefined;
  if (hostname.split('.').some((label) => label.startsWith('xn--')))
    return 'its host has letters that can pass for others';
  if (hostname.startsWith('[') || IP_V4.test(hostname)) return 'its host is a number, not a name';
  return undefined;
}
