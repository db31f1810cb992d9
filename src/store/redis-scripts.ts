import { createHash } from 'node:crypto';

/** Lua that runs on the server as one step, over one key. It answers with a list of texts. */
export interface Script {
  readonly source: string;
  readonly sha1: string;
}

function script(source: string): Script {
  return { source, sha1: createHash('sha1').update(source).digest('hex') };
}

const NOW = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
`;

/*
 * A round is a hash: f fingerprint, o owner, l end of the lease, t whether it was taken over, r outcome.
 * A step is a hash: b once it has begun, o owner and l end of the lease where there is one, v its result.
 *
 * S10: a server that is out of memory refuses the first write of a script if it needs memory, and no later one. So what begins
 * something starts with HSET, and what goes on with something or ends it starts with HDEL or DEL.
 *
 * S3, S7: drivers send a command again when the connection broke before its reply. So a claim by the owner that holds the lease
 * wins again, and the outcome that is already kept settles again.
 */

/** ARGV: fingerprint, owner, lease in ms, expiry. */
export const CLAIM = script(`${NOW}
if tonumber(ARGV[4]) <= now then return { 'over' } end
local lease = string.format('%.0f', now + ARGV[3])
local round = redis.call('HMGET', KEYS[1], 'f', 'o', 'l', 't', 'r')
if not round[1] then
  redis.call('HSET', KEYS[1], 'f', ARGV[1], 'o', ARGV[2], 'l', lease, 't', '0')
  redis.call('PEXPIREAT', KEYS[1], ARGV[4])
  return { 'won', '0' }
end
if round[1] ~= ARGV[1] then return { 'conflict' } end
if round[5] then return { 'settled', round[5] } end
if tonumber(round[3]) > now then
  if round[2] == ARGV[2] then return { 'won', round[4] } end
  return { 'busy' }
end
redis.call('HSET', KEYS[1], 'o', ARGV[2], 'l', lease, 't', '1')
return { 'won', '1' }
`);

/** ARGV: owner, lease in ms. */
export const RENEW = script(`${NOW}
local round = redis.call('HMGET', KEYS[1], 'o', 'r')
if round[1] ~= ARGV[1] or round[2] then return { 'no' } end
redis.call('HDEL', KEYS[1], 'l')
redis.call('HSET', KEYS[1], 'l', string.format('%.0f', now + ARGV[2]))
return { 'yes' }
`);

/** ARGV: owner, outcome, expiry. A round that is over has nobody else in it, and nothing to keep. */
export const SETTLE = script(`${NOW}
local round = redis.call('HMGET', KEYS[1], 'o', 'r')
local over = tonumber(ARGV[3]) <= now
if not round[1] then return { over and 'yes' or 'no' } end
if round[1] ~= ARGV[1] then return { 'no' } end
if round[2] then return { round[2] == ARGV[2] and 'yes' or 'no' } end
redis.call('HDEL', KEYS[1], 'l')
redis.call('HSET', KEYS[1], 'r', ARGV[2])
redis.call('PEXPIREAT', KEYS[1], ARGV[3])
return { 'yes' }
`);

/** ARGV: owner. */
export const RELEASE = script(`
local round = redis.call('HMGET', KEYS[1], 'o', 'r')
if round[1] ~= ARGV[1] or round[2] then return { 'no' } end
redis.call('DEL', KEYS[1])
return { 'yes' }
`);

/** ARGV: expiry, owner, lease in ms; the owner is empty where there is no lease. */
export const BEGIN_STEP = script(`${NOW}
if tonumber(ARGV[1]) <= now then return { 'over' } end
local step = redis.call('HMGET', KEYS[1], 'v', 'b', 'o', 'l')
if step[1] then return { 'done', step[1] } end
if ARGV[2] ~= '' and step[2] then
  if step[3] == ARGV[2] then redis.call('HDEL', KEYS[1], 'l')
  elseif step[4] and tonumber(step[4]) > now then return { 'busy' } end
end
redis.call('HSET', KEYS[1], 'b', '1', 'o', ARGV[2], 'l', string.format('%.0f', now + ARGV[3]))
redis.call('PEXPIREAT', KEYS[1], ARGV[1])
return { step[2] and 'begun' or 'new' }
`);

/** ARGV: result, expiry. */
export const END_STEP = script(`
local kept = redis.call('HGET', KEYS[1], 'v')
if kept then return { 'other', kept } end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'b', '1', 'v', ARGV[1])
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
return { 'mine' }
`);

/** How this server would make room: the policy by which it evicts keys, or nothing when it does not, has no limit, or does not say. */
export const EVICTION = script(`
local info = redis.pcall('INFO', 'memory')
if type(info) ~= 'string' then return { '' } end
local policy = string.match(info, 'maxmemory_policy:([%w-]+)') or ''
if policy == 'noeviction' or string.match(info, 'maxmemory:(%d+)') == '0' then return { '' } end
return { policy }
`);
