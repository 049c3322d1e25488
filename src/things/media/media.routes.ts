import { Hono } from 'hono'
import type { Platform } from '../../platform/web/context.ts'
import { CACHE_CONTROL_IMMUTABLE } from '../../platform/web/private-pages.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { parseSizedPath, parseSizeParameter, pictureHref } from './picture-sizes.ts'
import { findReplacement } from './replace-media.ts'
import { resizedPicture } from './resize.ts'
import { serveFile } from './serve-file.ts'
import { formatOfPath, isUploadPath, pictureFormats, readUpload, uploadFiles, uploadKey } from './upload-files.ts'
import { videoMimeOfPath } from './video-container.ts'

/** The content of a path never changes. */

/** A browser that opens a video URL wraps it in a page with a media element, which this policy allows. */
const VIDEO_POLICY = "default-src 'none'; media-src 'self'; sandbox allow-same-origin"

/** No content of an upload may execute, also when it is opened directly. */
const headersOf = (mime: string, policy: string) => ({
  'content-type': mime,
  'cache-control': CACHE_CONTROL_IMMUTABLE,
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
})

/** Serves videos and pictures. Sizes of pictures are generated on the first request. */
export function mediaRoutes(shop: Pick<Platform, 'db' | 'files' | 'dataDir'>): Hono {
  const files = uploadFiles(shop)

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
    const mime = videoMimeOfPath(path)
    const video =
      mime && isUploadPath(path)
        ? await serveFile(context, files.store, uploadKey(path), headersOf(mime, VIDEO_POLICY))
        : null
    if (video) return video
    const kind = formatOfPath(path)
    const bytes = kind && (await find(path, context.req.query('size')))
    if (!bytes) {
      const sized = parseSizedPath(path)
      // If the database is down, there is no redirect.
      const moved = isUploadPath(path)
        ? await findReplacement(shop.db, sized?.original ?? path).catch(() => null)
        : null
      const location = moved && (sized ? pictureHref(moved, sized.width) : hrefs.upload(moved.path))
      // Not permanent, because the file can be replaced again.
      if (location) return context.body(null, 302, { location, 'cache-control': 'public, max-age=300' })
    }
    if (!kind || !bytes) return context.text('There is no such file.', 404, { 'cache-control': 'no-store' })
    return context.body(new Uint8Array(bytes), 200, {
      ...headersOf(pictureFormats[kind].mime, "default-src 'none'"),
      'content-length': String(bytes.length),
    })
  })
}
