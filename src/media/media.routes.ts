import { Hono } from 'hono'
import { paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { sizeOf } from './make-size.ts'
import { kindOfPath, pictureKinds } from './picture-content.ts'
import { readSizedPath, readSizeParameter } from './sizes.ts'
import { isUploadPath, readUpload, uploadFiles } from './upload-files.ts'

/** A path always holds the same picture, so a browser never needs to ask again. */
const forGood = 'public, max-age=31536000, immutable'

/** Pictures of the library: originals, and the sizes of them that pages offer, made when first asked for. */
export function mediaRoutes(shop: Pick<Shop, 'dataDir'>): Hono {
  const files = uploadFiles(shop.dataDir)

  const find = async (path: string, size: string | undefined): Promise<Buffer | null> => {
    if (!isUploadPath(path)) return null
    const sized = readSizedPath(path)
    const width = sized ? null : readSizeParameter(size)
    // A picture that is not as wide as asked for is answered as it is.
    if (typeof width === 'number') return (await sizeOf(files, path, width)) ?? readUpload(files, path)
    return sized ? sizeOf(files, sized.original, sized.width) : readUpload(files, path)
  }

  return new Hono().get(paths.uploads, async (context) => {
    const path = context.req.param('file')
    const kind = kindOfPath(path)
    const bytes = kind && (await find(path, context.req.query('size')))
    if (!kind || !bytes) {
      return context.text('There is no such file.', 404, { 'cache-control': 'no-store' })
    }
    return context.body(new Uint8Array(bytes), 200, {
      'content-type': pictureKinds[kind].mime,
      'content-length': String(bytes.length),
      'cache-control': forGood,
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
  })
}
