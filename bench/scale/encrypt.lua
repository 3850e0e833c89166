-- A short text to encrypt, each from one of so many callers that none of them meets its limit.
local body = '{"text":"Meet me at noon","charsetId":"roar","algorithmId":"classic"}'

function init()
  math.randomseed(os.time())
  wrk.method = 'POST'
  wrk.headers['Content-Type'] = 'application/json'
end

function request()
  local caller = string.format('10.%d.%d.%d', math.random(0, 255), math.random(0, 255), math.random(0, 255))
  return wrk.format(nil, nil, { ['Content-Type'] = 'application/json', ['X-Forwarded-For'] = caller }, body)
end
