import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'identity' | 'gzip' | 'br'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** A page in every encoding, at levels that take a few milliseconds. */
export async function compress(identity: Buffer): Promise<Readonly<Record<Encoding, Buffer>>> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 6,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [zipped, br] = await Promise.all([compressGzip(identity, { level: 7 }), compressBrotli(identity, { params })])
  return { identity, gzip: zipped, br }
}

/** `q=0` refuses an encoding. */
const BROTLI = /\bbr\b(?!\s*;\s*q=0\.?0*\s*(,|$))/
const GZIP = /\bgzip\b(?!\s*;\s*q=0\.?0*\s*(,|$))/

/** The encoding with the smallest result that `Accept-Encoding` allows. */
export const acceptedEncoding = (accepted = ''): Encoding =>
  BROTLI.test(accepted) ? 'br' : GZIP.test(accepted) ? 'gzip' : 'identity'

export const encodingHeaders = (body: Buffer, encoding: Encoding): Record<string, string> => ({
  'content-length': String(body.length),
  ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
})
