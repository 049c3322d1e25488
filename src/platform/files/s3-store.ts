import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { type FileSource, type FileStore, FileStoreError, isFileKey, partsOfKey } from './file-store.ts'

export type S3Bucket = {
  /** URL of the server, which may have a path. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Whether the bucket is in the path instead of the host name. */
  readonly isPathStyle: boolean
}

type S3Options = {
  /** Maximum wait for a response, and for each further part of it. */
  readonly timeoutMs?: number
  /** Wait before the second attempt; four times as long before the third. */
  readonly retryMs?: number
  /** Maximum number of keys per response. */
  readonly pageSize?: number
}

type Call<Value> = {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob
  /** Reads a response; called again after an interruption. `goOn` restarts the timeout. */
  readonly use: (response: Response, goOn: () => void) => Value | Promise<Value>
}

const ATTEMPTS = 3
/** Bytes per ms of a slow connection. */
const SLOWEST_UPLOAD = 200

/** Files in an S3-compatible bucket. Temporary failures are retried. */
export function s3Store(bucket: S3Bucket, options: S3Options = {}): FileStore {
  const { timeoutMs = 5000, retryMs = 150, pageSize = 1000 } = options
  const signingKeys = new Map<string, ArrayBuffer>()
  const base = bucketUrl(bucket)
  const urlOf = (key: string): string => `${base}/${partsOfKey(key).map(encoded).join('/')}`

  /** Null if there is no such file. */
  async function attempt<Value>({ method, url, headers = {}, body, use }: Call<Value>): Promise<Value | null> {
    const signed = await new AwsV4Signer({ ...bucket, url, method, headers, service: 's3', cache: signingKeys }).sign()
    const aborting = new AbortController()
    const limit = timeoutMs + (body?.size ?? 0) / SLOWEST_UPLOAD
    const timer = setTimeout(() => aborting.abort(new Error(`no answer within ${Math.round(limit)} ms`)), limit)
    try {
      const init = { method, headers: signed.headers, redirect: 'manual', signal: aborting.signal } as const
      const response = await fetch(signed.url, body ? { ...init, body } : init)
      if (response.ok || response.status === 416) return await use(response, () => timer.refresh())
      const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(await response.text()) ?? []
      if (response.status === 404 && code !== 'NoSuchBucket') return null
      throw new Refusal(response.status, code)
    } finally {
      clearTimeout(timer)
    }
  }

  async function call<Value>(request: Call<Value>): Promise<Value | null> {
    for (let count = 1; ; count += 1) {
      try {
        return await attempt(request)
      } catch (error) {
        const isFinal = error instanceof Refusal && !error.isTemporary
        if (isFinal || count === ATTEMPTS) throw problemOf(request, error)
      }
      await pause(retryMs * 4 ** (count - 1))
    }
  }

  const done = async (response: Response): Promise<void> => {
    await response.arrayBuffer()
  }

  const store: FileStore = {
    read: async (key) => call({ method: 'GET', url: urlOf(key), use: bytesOf }),
    stat: async (key) =>
      call({
        method: 'HEAD',
        url: urlOf(key),
        use: ({ headers }) => ({
          size: Number(headers.get('content-length')),
          modified: Date.parse(headers.get('last-modified') ?? '') || 0,
        }),
      }),
    open: async (key, range) =>
      call({
        method: 'GET',
        url: urlOf(key),
        headers: range ? { range: `bytes=${range.start}-${range.end}` } : {},
        async use({ status, headers, body }) {
          const size = Number(/\d+$/.exec(headers.get('content-range') ?? headers.get('content-length') ?? '')?.[0])
          if (status !== 416 && body) return { size, body: Readable.fromWeb(body as never) }
          await body?.cancel()
          return { size: (await store.stat(key))?.size ?? 0, body: Readable.from([]) }
        },
      }),
    async write(key, source) {
      const url = urlOf(key)
      const body = await blobOf(source)
      await call({ method: 'PUT', url, headers: { 'x-amz-content-sha256': await hashOf(body) }, body, use: done })
    },
    async delete(key) {
      await call({ method: 'DELETE', url: urlOf(key), use: done })
    },
    async *list(prefix) {
      partsOfKey(`${prefix}x`)
      let token = ''
      do {
        const query = { 'list-type': '2', 'max-keys': String(pageSize), prefix, 'continuation-token': token }
        const params = Object.entries(query).filter(([, value]) => value !== '')
        const url = `${base}?${params.map((pair) => pair.map(encoded).join('=')).join('&')}`
        const xml = (await call({ method: 'GET', url, use: (response) => response.text() })) ?? ''
        // Other programs create empty folders as keys that end with a slash.
        yield* textsOf(xml, 'Key').filter(isFileKey)
        token = textsOf(xml, 'NextContinuationToken')[0] ?? ''
      } while (token !== '')
    },
  }
  return store
}

function bucketUrl({ endpoint, bucket, isPathStyle }: S3Bucket): string {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/+$/, '')
  return isPathStyle ? `${url.origin}${path}/${bucket}` : `${url.protocol}//${bucket}.${url.host}${path}`
}

/** URL encoding for signatures (RFC 3986). */
const encoded = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

class Refusal extends Error {
  readonly isTemporary: boolean

  constructor(status: number, code: string) {
    super(`answered ${status} ${code}`.trim())
    this.isTemporary = status >= 500 || status === 429 || status === 408
  }
}

function problemOf({ method, url }: Call<unknown>, error: unknown): FileStoreError {
  // The reason of a failed `fetch` is in its cause.
  const cause = error instanceof TypeError && error.cause instanceof Error ? error.cause : error
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
  return new FileStoreError(`The storage of files cannot be used: ${method} ${url}: ${reason}`, { cause })
}

async function bytesOf({ body }: Response, goOn: () => void): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body ?? []) {
    goOn()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const blobOf = async (source: FileSource): Promise<Blob> =>
  'bytes' in source ? new Blob([new Uint8Array(source.bytes)]) : openAsBlob(source.sourcePath)

async function hashOf(blob: Blob): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of blob.stream()) hash.update(chunk)
  return hash.digest('hex')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The texts of all elements with this name, which must have no child elements. */
function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, named = '') =>
      hex || decimal
        ? String.fromCodePoint(Number.parseInt(hex ?? decimal ?? '', hex ? 16 : 10))
        : (entities[named] ?? whole),
    ),
  )
}
