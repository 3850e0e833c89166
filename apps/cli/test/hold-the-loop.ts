/* Loaded before the command by a test: a text that says so holds the event loop of the request that brings it. */
const { parse } = JSON
JSON.parse = (text, ...more) => {
  while (String(text).includes('hold the event loop'));
  return parse(text, ...more)
}
