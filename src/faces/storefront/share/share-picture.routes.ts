import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import { unavailableReason } from '../../../platform/database/unavailable-reason.ts'
import { readIfExists, writeAtomically } from '../../../platform/files/disk-store.ts'
import { idOf } from '../../../platform/rest/request.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { CACHE_CONTROL_IMMUTABLE } from '../../../platform/web/private-pages.ts'
import { paths } from '../../../platform/web/routes.ts'
import { findPost, type Post } from '../../../site/content/content.store.ts'
import { shareVersion } from '../../../site/content/post-data.ts'
import { withSlot } from '../../../things/media/resize.ts'
import { readUpload, SHARE_FOLDER, uploadFiles } from '../../../things/media/upload-files.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { drawSharePicture } from './share-picture.ts'

type ShareShop = Pick<Platform, 'db' | 'files' | 'dataDir'> & WithSettings<SiteSettings>

/** Open Graph pictures of published posts, drawn on the first request and stored until their content changes. */
export function sharePictureRoutes(shop: ShareShop): Hono {
  const files = uploadFiles(shop)
  const folder = join(files.root, SHARE_FOLDER)
  const inFlight = new Map<string, Promise<Buffer>>()

  async function draw(post: Post, name: string): Promise<Buffer> {
    const { siteTitle } = shop.settings()
    const bytes = await withSlot(async () => {
      const picture = post.picture && (await readUpload(files, post.picture.path))
      return drawSharePicture({ title: post.title, siteTitle, picture })
    })
    // If the disk is full the picture is served without being stored.
    await store(post.id, name, bytes).catch((error: unknown) => {
      if (unavailableReason(error) !== 'disk-full') throw error
    })
    return bytes
  }

  async function store(post: number, name: string, bytes: Buffer): Promise<void> {
    await writeAtomically(join(folder, name), { bytes })
    const older = (await readdir(folder)).filter((file) => file.startsWith(`${post}-`) && file !== name)
    await Promise.all(older.map((file) => rm(join(folder, file), { force: true })))
  }

  return new Hono().get(paths.sharePicture, async (context) => {
    const id = idOf(context.req.param('picture').replace(/\.jpg$/, ''))
    const post = id === 0 ? undefined : await findPost(shop.db, { id, isPublished: true })
    if (!post) return context.text('There is no such picture.', 404, { 'cache-control': 'no-store' })
    const version = shareVersion(post, shop.settings().siteTitle)
    const name = `${id}-${version}.jpg`
    const drawn = inFlight.get(name) ?? readIfExists(join(folder, name)).then((stored) => stored ?? draw(post, name))
    inFlight.set(name, drawn)
    const bytes = await drawn.finally(() => inFlight.delete(name))
    return context.body(new Uint8Array(bytes), 200, {
      'content-type': 'image/jpeg',
      'content-length': String(bytes.length),
      'cache-control': context.req.query('v') === version ? CACHE_CONTROL_IMMUTABLE : 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    })
  })
}
