import { inArray } from 'drizzle-orm'
import { type Db, isAnyOf, type Tx } from '../../../platform/database/connect.ts'
import { schedule } from '../../../platform/jobs/jobs.ts'
import { media, movedMedia } from '../../../things/media/media.table.ts'
import { parseSizedPath } from '../../../things/media/picture-sizes.ts'
import { pictureRequests } from './picture-requests.table.ts'

/** Runs every minute, because a request may be committed just after an earlier run has looked. */
export const fetchPicturesJob = schedule('fetch-pictures', '* * * * *')

export type RequestedPicture = Pick<typeof pictureRequests.$inferSelect, 'position' | 'address' | 'title' | 'alt'>

/** Requests pictures of products, in place of their earlier requests. Enqueue `fetchPicturesJob` after the commit. */
export async function requestPictures(
  tx: Tx,
  wanted: ReadonlyMap<number, readonly RequestedPicture[]>,
  now: Date,
): Promise<void> {
  if (wanted.size === 0) return
  const rows = [...wanted].flatMap(([productId, pictures]) =>
    pictures.map((picture) => ({ ...picture, productId, nextTryAt: now })),
  )
  await tx.delete(pictureRequests).where(isAnyOf(pictureRequests.productId, [...wanted.keys()]))
  if (rows.length > 0) await tx.insert(pictureRequests).values(rows)
}

/** Media ids by URL, for current and former URLs of this shop's uploads; other URLs are missing from the result. */
export async function uploadIdsByUrl(
  db: Db | Tx,
  shopUrl: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const pathOf = (address: string): string => {
    const url = URL.canParse(address, shopUrl) ? new URL(address, shopUrl) : null
    const path =
      url?.origin === new URL(shopUrl).origin ? /^\/wp-content\/uploads\/(.+)$/.exec(url.pathname)?.[1] : null
    return path ? (parseSizedPath(path)?.original ?? path) : ''
  }
  const paths = [...new Set(addresses.map(pathOf).filter(Boolean))]
  if (paths.length === 0) return new Map()
  const rows = await db
    .select({ id: media.id, path: media.path })
    .from(media)
    .where(inArray(media.path, paths))
    .unionAll(
      db
        .select({ id: movedMedia.mediaId, path: movedMedia.path })
        .from(movedMedia)
        .where(inArray(movedMedia.path, paths)),
    )
  const ids = new Map(rows.map(({ id, path }) => [path, id]))
  return new Map(
    addresses.flatMap((address) => {
      const id = ids.get(pathOf(address))
      return id === undefined ? [] : [[address, id] as const]
    }),
  )
}
