import { Hono } from 'hono'
import type { Platform } from '../../platform/web/context.ts'
import { paths } from '../../platform/web/routes.ts'
import { parseSizedPath, parseSizeParameter } from './picture-sizes.ts'
import { resizedPicture } from './resize.ts'
import { formatOfPath, isUploadPath, pictureFormats, readUpload, uploadFiles } from './upload-files.ts'

/** The content of a path never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Serves originals and their sizes, which are generated on first request. */
export function mediaRoutes(shop: Pick<Platform, 'dataDir'>): Hono {
  const files = uploadFiles(shop.dataDir)

  const find = async (path: string, size: string | undefined): Promise<Buffer | null> => {
    if (!isUploadPath(path)) return null
    const sized = parseSizedPath(path)
    const width = sized ? null : parseSizeParameter(size)
    // A picture narrower than the requested width is served unchanged.
    if (typeof width === 'number') return (await resizedPicture(files, path, width)) ?? readUpload(files, path)
    return sized ? resizedPicture(files, sized.original, sized.width) : readUpload(files, path)
  }

  return new Hono().get(paths.uploads, async (context) => {
    const path = context.req.param('file')
    const kind = formatOfPath(path)
    const bytes = kind && (await find(path, context.req.query('size')))
    if (!kind || !bytes) return context.text('There is no such file.', 404, { 'cache-control': 'no-store' })
    return context.body(new Uint8Array(bytes), 200, {
      'content-type': pictureFormats[kind].mime,
      'content-length': String(bytes.length),
      'cache-control': IMMUTABLE,
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    })
  })
}
