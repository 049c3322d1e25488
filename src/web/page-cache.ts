import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { FLASH_COOKIE } from './flash.tsx'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

type Encoding = 'identity' | 'gzip' | 'br'

/** One way to send a page: its bytes, and its headers as the flat list Node writes without looking at them again. */
type Form = { readonly body: Buffer; readonly headers: string[] }

type Entry = {
  readonly etag: string
  readonly unchanged: string[]
  readonly tags: ReadonlySet<string>
  readonly staleAt: number
  /** From then on it would be wrong. */
  readonly wrongAt: number
  readonly forms: Partial<Record<Encoding, Form>> & { identity: Form }
  readonly base: Readonly<Record<string, string>>
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
  /** There is nothing to make a page from just now. */
  #isHoldingOn = false
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
    const etag = etagOf(identity)
    const base = { ...page.headers, etag }
    const entry: Entry = {
      etag,
      base,
      unchanged: Object.entries(base).flat(),
      tags: new Set(page.tags),
      staleAt: Math.min(longest, page.until?.getTime() ?? longest),
      wrongAt: page.until?.getTime() ?? Number.POSITIVE_INFINITY,
      forms: { identity: formOf(base, identity, 'identity') },
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

  /**
   * The database cannot be asked: until the next `clear` a page is shown beyond its ten minutes, though never past the
   * moment it would be wrong, and also to somebody who is still to be told something.
   */
  holdOn(): void {
    this.#isHoldingOn = true
  }

  clear(): void {
    this.#isHoldingOn = false
    this.#generation += 1
    this.#entries.clear()
    this.#bytes = 0
  }

  /** Answers from memory and returns true, or leaves the request alone and returns false. */
  serve(request: IncomingMessage, response: ServerResponse, nowMs: number): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const key = request.url ?? ''
    const entry = this.#entries.get(key)
    if (!entry || (!this.#isHoldingOn && request.headers.cookie?.includes(FLASH_COOKIE))) return false
    if ((this.#isHoldingOn ? entry.wrongAt : entry.staleAt) <= nowMs) {
      this.#remove(key)
      return false
    }
    if (request.headers['if-none-match'] === entry.etag) {
      response.writeHead(304, entry.unchanged)
      response.end()
      return true
    }
    const form = this.#formFor(entry, request.headers['accept-encoding'])
    response.writeHead(200, form.headers)
    response.end(request.method === 'HEAD' ? undefined : form.body)
    return true
  }

  /** The smallest form this browser says it reads. */
  #formFor(entry: Entry, accepted: string | string[] | undefined): Form {
    const { identity, br, gzip: zipped } = entry.forms
    if (typeof accepted !== 'string') return identity
    if (br && /\bbr\b/.test(accepted)) return br
    return zipped && /\bgzip\b/.test(accepted) ? zipped : identity
  }

  async #compress(key: string, entry: Entry): Promise<void> {
    const { body: identity } = entry.forms.identity
    const [zipped, brotli] = await Promise.all([
      compressGzip(identity, { level: 7 }),
      compressBrotli(identity, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
      }),
    ])
    if (this.#entries.get(key) !== entry) return
    entry.forms.gzip = formOf(entry.base, zipped, 'gzip')
    entry.forms.br = formOf(entry.base, brotli, 'br')
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

function formOf(base: Readonly<Record<string, string>>, body: Buffer, encoding: Encoding): Form {
  const headers = {
    ...base,
    'content-length': String(body.length),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  }
  return { body, headers: Object.entries(headers).flat() }
}

export const etagOf = (body: Buffer | string): string =>
  `"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`
