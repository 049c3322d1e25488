import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

type Encoding = 'identity' | 'gzip' | 'br'

type Entry = {
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  readonly tags: ReadonlySet<string>
  readonly staleAt: number
  readonly bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
  bytes: number
}

export type NewPage = {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
  /** What the page shows, e.g. `product:131`; a write to any of them drops the page. */
  readonly tags: readonly string[]
  /** A moment after which the page would be wrong, e.g. the end of a sale. */
  readonly until?: Date
}

const LONGEST_LIFE_MS = 10 * 60_000

/**
 * Pages that are the same for everybody, kept whole and compressed. `serve` answers at the HTTP listener, before the
 * router, so that a hit costs as much as a bare server; nothing personal may ever be put in.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>()
  #bytes = 0
  /** Writes since the start, so that a page rendered from older data is not kept. */
  #generation = 0
  readonly #maxBytes: number

  constructor(options: { maxBytes?: number } = {}) {
    this.#maxBytes = options.maxBytes ?? 64 * 1024 * 1024
  }

  get generation(): number {
    return this.#generation
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#entries.size, bytes: this.#bytes }
  }

  /**
   * Keeps a page under its path and query. `generation` is the one read before its data was read: a page that was
   * overtaken by a write is not kept.
   */
  put(key: string, page: NewPage, now: Date, generation: number): void {
    if (generation !== this.#generation) return
    const identity = Buffer.from(page.html)
    const longest = now.getTime() + LONGEST_LIFE_MS
    const entry: Entry = {
      headers: page.headers,
      etag: etagOf(identity),
      tags: new Set(page.tags),
      staleAt: Math.min(longest, page.until?.getTime() ?? longest),
      bodies: { identity },
      bytes: identity.length,
    }
    this.#remove(key)
    this.#entries.set(key, entry)
    this.#bytes += entry.bytes
    this.#shrink()
    void this.#compress(key, entry)
  }

  /** Drops every page that shows one of `tags`. Call it after the write is committed. */
  drop(tags: Iterable<string>): void {
    this.#generation += 1
    const wanted = new Set(tags)
    if (wanted.has('*')) return this.clear()
    for (const [key, entry] of this.#entries) {
      for (const tag of wanted) {
        if (!entry.tags.has(tag)) continue
        this.#remove(key)
        break
      }
    }
  }

  clear(): void {
    this.#generation += 1
    this.#entries.clear()
    this.#bytes = 0
  }

  /** Answers from memory and returns true, or leaves the request alone and returns false. */
  serve(request: IncomingMessage, response: ServerResponse, nowMs: number): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const key = request.url ?? ''
    const entry = this.#entries.get(key)
    if (!entry) return false
    if (entry.staleAt <= nowMs) {
      this.#remove(key)
      return false
    }
    if (request.headers['if-none-match'] === entry.etag) {
      response.writeHead(304, { ...entry.headers, etag: entry.etag })
      response.end()
      return true
    }
    const encoding = this.#encodingFor(entry, String(request.headers['accept-encoding'] ?? ''))
    const body = entry.bodies[encoding] ?? entry.bodies.identity
    const headers: Record<string, string | number> = {
      ...entry.headers,
      etag: entry.etag,
      'content-length': body.length,
    }
    if (encoding !== 'identity') headers['content-encoding'] = encoding
    response.writeHead(200, headers)
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }

  #encodingFor(entry: Entry, accepted: string): Encoding {
    if (entry.bodies.br && /\bbr\b/.test(accepted)) return 'br'
    if (entry.bodies.gzip && /\bgzip\b/.test(accepted)) return 'gzip'
    return 'identity'
  }

  async #compress(key: string, entry: Entry): Promise<void> {
    const { identity } = entry.bodies
    const [zipped, brotli] = await Promise.all([
      compressGzip(identity, { level: 7 }),
      compressBrotli(identity, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
      }),
    ])
    if (this.#entries.get(key) !== entry) return
    entry.bodies.gzip = zipped
    entry.bodies.br = brotli
    entry.bytes += zipped.length + brotli.length
    this.#bytes += zipped.length + brotli.length
    this.#shrink()
  }

  #remove(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  #shrink(): void {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#remove(key)
    }
  }
}

export const etagOf = (body: Buffer | string): string =>
  `"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`
