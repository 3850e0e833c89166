-- The same form again and again, with 16 digits in the middle of the image's data that never repeat.
local form, at, counter, prefix

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  form = file:read('*a')
  file:close()
  at = tonumber(args[2])
  prefix = args[5]
  counter = 0
  wrk.method = 'POST'
  wrk.headers['Content-Type'] = args[3]
  wrk.headers['Authorization'] = args[4]
end

function request()
  counter = counter + 1
  local stamp = string.format('%s%010d', prefix, counter)
  return wrk.format(nil, nil, nil, form:sub(1, at) .. stamp .. form:sub(at + 17))
end
