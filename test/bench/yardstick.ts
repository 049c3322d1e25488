/**
 * The bare server everything is measured against: Node's own `http`, answering one file's bytes to every request with
 * the headers it is given. Run as a process of its own, like the shop.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , port, file, headersJson] = process.argv
const body = readFileSync(String(file))
const headers = { ...(JSON.parse(headersJson ?? '{}') as Record<string, string>), 'content-length': body.length }

createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(port), '127.0.0.1')
