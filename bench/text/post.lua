-- Posts the same JSON again and again: wrk … URL -- FILE
function init(args)
  local file = assert(io.open(args[1], "rb"))
  wrk.method = "POST"
  wrk.headers["Content-Type"] = "application/json"
  wrk.body = file:read("*a")
  file:close()
end
