local http = require('socket.http')
local ltn12 = require('ltn12')

local address, key, path = arg[1], arg[2], arg[3]
local file = assert(io.open(path, 'rb'))
local body = file:read('*a')
local received = {}
local _, status = assert(http.request({
  url = address,
  method = 'POST',
  headers = {
    authorization = 'Bearer ' .. key,
    ['content-type'] = 'multipart/form-data; boundary=frontier',
    ['content-length'] = tostring(#body),
  },
  source = ltn12.source.string(body),
  sink = ltn12.sink.table(received),
}))
print(status .. ' ' .. table.concat(received))
