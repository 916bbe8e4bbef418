"""What the queue of sites does in Redis, a script each; each runs wholly or not at all.

``sites``: a hash of the site's name to JSON. ``waiting``: by priority, then by turn. ``leased``: by
when the lease runs out. ``done`` and ``failed``: by when. ``turn``: a counter.
"""

from __future__ import annotations

# The braces keep all of them on one machine of a Redis cluster.
SITES = "{deepweb}:sites"
KEYS = [SITES, *(f"{{deepweb}}:{name}" for name in ("waiting", "leased", "done", "failed", "turn"))]

# Leases of one site that may run out before it is taken for one that kills its workers.
MOST_DEATHS = 10

_COMMON = """
local SITES, WAITING, LEASED, DONE, FAILED, TURN = unpack(KEYS)
local SETS = {waiting = WAITING, leased = LEASED, done = DONE, failed = FAILED}

local function now()
    local time = redis.call('TIME')
    return tonumber(time[1]) + tonumber(time[2]) / 1000000
end

local function get(site)
    local told = redis.call('HGET', SITES, site)
    return told and cjson.decode(told)
end

-- Put a site into a state, and out of all others.
local function set(entry, state, score)
    for name, key in pairs(SETS) do
        if name ~= state then redis.call('ZREM', key, entry.site) end
    end
    entry.state = state
    redis.call('ZADD', SETS[state], string.format('%.6f', score), entry.site)
    redis.call('HSET', SITES, entry.site, cjson.encode(entry))
end

local function wait(entry)
    -- The higher priority first, then whoever came first; exact as long as both are below 2^53.
    set(entry, 'waiting', redis.call('INCR', TURN) - entry.priority * 1099511627776)
end

local function expire(limit)
    for _, site in ipairs(redis.call('ZRANGEBYSCORE', LEASED, '-inf', now(), 'LIMIT', 0, limit)) do
        local entry = get(site)
        if entry.worker ~= '' then entry.deaths = entry.deaths + 1 end
        if entry.deaths >= %(deaths)d then
            entry.reason = entry.deaths .. ' workers died in the middle, last ' .. entry.worker
            set(entry, 'failed', now())
        else
            wait(entry)
        end
    end
end
""".replace("%(deaths)d", str(MOST_DEATHS))

_ADD = """
local added = 0
for _, told in ipairs(ARGV) do
    local site, url, priority = unpack(cjson.decode(told))
    local entry = get(site)
    if not entry then
        wait({site = site, url = url, priority = priority, reason = '', worker = '', deaths = 0})
        added = added + 1
    elseif entry.priority ~= priority then
        entry.priority = priority
        if entry.state == 'waiting' then wait(entry)
        else redis.call('HSET', SITES, site, cjson.encode(entry)) end
    end
end
return added
"""

_TAKE = """
expire(100)
local first = redis.call('ZRANGE', WAITING, 0, 0)[1]
if not first then return false end
local entry = get(first)
entry.worker = ARGV[1]
set(entry, 'leased', now() + tonumber(ARGV[2]))
return redis.call('HGET', SITES, first)
"""

# A lease of somebody else's that still holds is left to them.
_RENEW = """
local site, url, priority = unpack(cjson.decode(ARGV[1]))
local entry = get(site) or {site = site, url = url, priority = priority, reason = '', deaths = 0}
local ends = tonumber(redis.call('ZSCORE', LEASED, site) or 0)
if entry.worker and entry.worker ~= '' and entry.worker ~= ARGV[2] and ends > now() then
    return 0
end
entry.worker = ARGV[2]
set(entry, 'leased', now() + tonumber(ARGV[3]))
return 1
"""

_END = """
local entry = get(ARGV[1])
if not entry then return 0 end
entry.reason = ARGV[3]
entry.deaths = 0
set(entry, ARGV[2], now())
return 1
"""

# Nobody's lease until the time is over.
_GIVE_BACK = """
local entry = get(ARGV[1])
if not entry or entry.worker ~= ARGV[2] or entry.state ~= 'leased' then return 0 end
entry.worker = ''
if tonumber(ARGV[3]) > 0 then set(entry, 'leased', now() + tonumber(ARGV[3])) else wait(entry) end
return 1
"""

_RETRY = """
local sites = #ARGV > 0 and ARGV or redis.call('ZRANGE', FAILED, 0, -1)
local count = 0
for _, site in ipairs(sites) do
    local entry = get(site)
    if entry and entry.state == 'failed' then
        entry.deaths, entry.reason = 0, ''
        wait(entry)
        count = count + 1
    end
end
return count
"""

_CLEAR = """
local count = 0
for _, state in ipairs(ARGV) do
    for _, site in ipairs(redis.call('ZRANGE', SETS[state], 0, -1)) do
        redis.call('HDEL', SITES, site)
        count = count + 1
    end
    redis.call('DEL', SETS[state])
end
return count
"""

_STATS = """
expire(100)
return {redis.call('ZCARD', WAITING), redis.call('ZCARD', LEASED),
        redis.call('ZCARD', DONE), redis.call('ZCARD', FAILED)}
"""

ALL = {
    "add": _COMMON + _ADD,
    "take": _COMMON + _TAKE,
    "renew": _COMMON + _RENEW,
    "end": _COMMON + _END,
    "give_back": _COMMON + _GIVE_BACK,
    "retry": _COMMON + _RETRY,
    "clear": _COMMON + _CLEAR,
    "stats": _COMMON + _STATS,
}
