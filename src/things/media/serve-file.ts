import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { FileStore } from '../../platform/files/file-store.ts'
import { parseByteRange } from './byte-range.ts'

/** Streams a file, or the range that a player or resumed download requests. Null if there is no such file. */
export async function serveFile(
  context: Context,
  store: FileStore,
  key: string,
  fixed: Readonly<Record<string, string>>,
) {
  const info = await store.stat(key)
  if (!info) return null
  const { size, modified } = info
  const etag = `"${size.toString(36)}-${Math.round(modified).toString(36)}"`
  const headers = { 'content-disposition': 'inline', ...fixed, 'accept-ranges': 'bytes', etag }
  const { method } = context.req
  const header = (name: string) => context.req.header(name)
  if (header('if-none-match')?.includes(etag)) return context.body(null, 304, headers)
  const isRanged = method === 'GET' && (header('if-range') ?? etag) === etag
  const range = parseByteRange(isRanged ? header('range') : undefined, size)
  if (range === 'unsatisfiable')
    return context.body(null, 416, { ...headers, 'cache-control': 'no-store', 'content-range': `bytes */${size}` })
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range
  const opened = method === 'HEAD' ? undefined : await store.open(key, { start, end })
  if (opened === null) return null
  const content = opened ? (Readable.toWeb(opened.body) as ReadableStream) : null
  const part: Record<string, string> = range === 'whole' ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }
  return new Response(content, {
    status: range === 'whole' ? 200 : 206,
    headers: { ...headers, ...part, 'content-length': String(end - start + 1) },
  })
}
