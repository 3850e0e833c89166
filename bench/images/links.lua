-- The paths in a file, one a line, in turn.
local paths, counter = {}, 0

function init(args)
  for path in io.lines(args[1]) do
    paths[#paths + 1] = path
  end
end

function request()
  counter = counter % #paths + 1
  return wrk.format('GET', paths[counter])
end
