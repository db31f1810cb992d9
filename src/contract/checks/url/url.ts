import type { Ask } from '../../../protocol/ask.js';
import { type Check, EITHER } from '../../check.js';
import type { Responses } from '../../walk/answers.js';
import { wentAhead } from '../../walk/judge.js';
import type { LearnedRound } from '../../walk/learned.js';
import { ELICITATION } from '../../../protocol/spec.js';
import type { Trial } from '../../walk/trial.js';
import { vague } from '../forms/message.js';
import { everyAsk } from '../rounds/survey.js';
import { credentialIn, doubtfulHost, isLoopback, passIn, personIn } from './address.js';
import { fault, type Finding, notApplicable, pass } from '../../evidence/finding.js';
import { walkTo } from '../../walk/happy-path.js';

const NONE = 'the case asks nobody to visit an address';

const everyUrlAsk = (trial: Trial, judge: (ask: Ask) => string | undefined): Promise<Finding> =>
  everyAsk(trial, 'url', NONE, judge);

/** Judges the addresses; one that is not valid has nothing else to judge. */
const everyUrl = (trial: Trial, judge: (url: URL) => string | undefined): Promise<Finding> =>
  everyUrlAsk(trial, ({ url = '' }) => (URL.canParse(url) ? judge(new URL(url)) : undefined));

/** Judges what an address holds beyond its host, where `find` finds it. */
const nothingIn =
  (find: (url: URL) => string | undefined, what: string): Check['run'] =>
  (trial) =>
    everyUrl(trial, (url) => {
      const where = find(url);
      return where && `its address ${what} ${where}`;
    });

const valid: Check = {
  id: 'url.valid',
  level: 'MUST',
  revisions: EITHER,
  title: 'The url of a URL ask is a whole, valid address.',
  spec: ELICITATION.url,
  why: 'A host cannot open anything else, and a person sees no host to judge by.',
  fix: 'Send the full address, from https:// on.',
  run: (trial) =>
    everyUrlAsk(trial, ({ url = '' }) => (URL.canParse(url) ? undefined : 'its url is no absolute address')),
};

const scheme: Check = {
  id: 'url.scheme',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'The address of a URL ask is https://, or http:// on this computer.',
  spec: ELICITATION.safeUrls,
  why: 'Over http:// anybody on the way can read and change the page; other schemes can run code. Careful hosts refuse both.',
  fix: 'Serve the page over HTTPS.',
  run: (trial) =>
    everyUrl(trial, (url) => {
      const { protocol } = url;
      return protocol === 'https:' || (protocol === 'http:' && isLoopback(url))
        ? undefined
        : `its address begins with ${protocol}`;
    }),
};

const userInfo: Check = {
  id: 'url.user-info',
  level: 'MUST',
  revisions: EITHER,
  title: 'The address of a URL ask has no user name and no password before its host.',
  spec: ELICITATION.safeUrls,
  why: 'It hands a credential to whoever sees the address, and makes https://bank.example@evil.example look like the bank.',
  fix: 'Remove everything before the @, and have the page ask who the person is.',
  run: (trial) =>
    everyUrl(trial, ({ username, password }) =>
      username === '' && password === '' ? undefined : 'its address has a user name or a password before the host',
    ),
};

const secrets: Check = {
  id: 'url.secrets',
  level: 'MUST',
  revisions: EITHER,
  title: 'The address of a URL ask has no credential in it.',
  spec: ELICITATION.safeUrls,
  why: 'An address is shown, logged, kept in a history and sent on to other pages. What is in it is no longer a secret.',
  fix: 'Put an id into the address that means nothing elsewhere, and keep the rest on the server.',
  run: nothingIn(credentialIn, 'seems to have a credential in'),
};

const personalData: Check = {
  id: 'url.personal-data',
  level: 'MUST',
  revisions: EITHER,
  title: 'The address of a URL ask has nothing about the person in it.',
  spec: ELICITATION.safeUrls,
  why: 'Whoever sees the address learns who is asked: the client, the proxies, the logs of every page on the way.',
  fix: 'Put an id into the address that means nothing elsewhere, and look the person up on the page.',
  run: nothingIn(personIn, 'seems to have personal data in'),
};

const preAuthenticated: Check = {
  id: 'url.pre-authenticated',
  level: 'advice',
  revisions: EITHER,
  title: 'The address of a URL ask opens nothing by itself: the page asks who is there.',
  spec: ELICITATION.safeUrls,
  why: 'A client, or whoever it passes the link to, can follow it in the place of the person.',
  fix: 'Have the page demand a login, and compare it with the user of the call. If it does, give the parameter another name.',
  run: nothingIn(passIn, 'may open without a login, by'),
};

const host: Check = {
  id: 'url.host',
  level: 'advice',
  revisions: EITHER,
  title: 'The host of a URL ask is a name that a person can read.',
  spec: ELICITATION.safeUrls,
  why: 'The host is what a person goes by. Behind letters that look alike, or a number, there may be anybody.',
  fix: 'Serve the page under a name of your own, in plain letters.',
  run: (trial) => everyUrl(trial, doubtfulHost),
};

const message: Check = {
  id: 'url.message',
  level: 'advice',
  revisions: EITHER,
  title: 'The message of a URL ask says what the person is to do at the address.',
  spec: ELICITATION.requests,
  why: 'A person who does not know what an address is for should not go there, and learns to go all the same.',
  fix: 'Name what is done there and to what: "Sign contract C-4711 on the signing page".',
  run: (trial) => everyUrlAsk(trial, ({ message: said = '' }) => vague(said, { type: 'object', properties: {} })),
};

/** The happy answers, with a consent to each address that is nothing but that. */
const bareConsent = ({ asks, responses }: LearnedRound): Responses =>
  Object.fromEntries(asks.map(({ key, kind }) => [key, kind === 'url' ? { action: 'accept' } : responses[key]]));

const noContent: Check = {
  id: 'url.no-content',
  level: 'MUST',
  revisions: EITHER,
  title: 'Consent to visit an address counts without any content.',
  spec: ELICITATION.actions,
  why: 'A client sends { action: "accept" } and nothing else. A server that waits for more asks forever.',
  fix: 'For a URL ask look at the action alone; what was done on the page is for the server to know.',
  run: async (trial) => {
    const learned = await trial.learned();
    const rounds = learned.rounds.filter(({ asks }) => asks.some(({ kind }) => kind === 'url'));
    if (rounds.length === 0) return notApplicable(NONE);
    for (const [index, round] of rounds.entries()) {
      if (index > 0) await trial.renew();
      const talk = await trial.talk();
      const at = await walkTo(talk, round.number);
      const heard = await talk.retry(at, bareConsent(round), { label: 'consent without content' });
      const went = wentAhead(heard, at, learned) || (heard.kind === 'asks' && heard.asks.length === 0);
      if (!went) return fault(`Round ${round.number}: a consent without content did not count.`, heard);
    }
    return pass(rounds.length);
  },
};

export const URLS: readonly Check[] = [
  valid,
  scheme,
  userInfo,
  secrets,
  personalData,
  preAuthenticated,
  host,
  message,
  noContent,
];
