import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/connect.ts'
import { fixed, time, uri } from '../../../../platform/rest/item-shape.ts'
import { invalidFields, MAX_ID } from '../../../../platform/rest/params.ts'
import type { RestError } from '../../../../platform/rest/response.ts'
import { toGmtIso, toLocalIso } from '../../../../platform/time/shop-time.ts'
import { hrefs } from '../../../../platform/web/routes.ts'
import { isPicture, media } from '../../../../things/media/media.table.ts'

export const pictureShape = z
  .strictObject({
    id: z.int(),
    date_created: fixed(time),
    date_created_gmt: fixed(time),
    date_modified: fixed(time),
    date_modified_gmt: fixed(time),
    src: uri,
    name: fixed(z.string()),
    alt: fixed(z.string()),
  })
  .nullable()

/** Title and alternative text cannot be sent: they belong to the media library. */
export const pictureField = z
  .object({ id: z.int().min(0).max(MAX_ID).optional(), src: z.string().max(2000).optional() })
  .nullable()

export const pictureJson = (row: typeof media.$inferSelect | null, { url }: { readonly url: string }) =>
  row && {
    id: row.id,
    date_created: toLocalIso(row.createdAt),
    date_created_gmt: toGmtIso(row.createdAt),
    date_modified: toLocalIso(row.updatedAt),
    date_modified_gmt: toGmtIso(row.updatedAt),
    src: url + hrefs.upload(row.path),
    name: row.title || row.path.slice(row.path.lastIndexOf('/') + 1),
    alt: row.alt,
  }

/** Media id of the picture in a request: null removes it, undefined if the request has none. */
export async function pictureIdOf(db: Db, sent: z.output<typeof pictureField> | undefined) {
  if (sent === undefined) return { imageId: undefined }
  if (!sent?.id) return sent?.src ? pictureFrom(sent.src) : { imageId: null }
  const known = await db.$count(media, and(eq(media.id, sent.id), isPicture))
  return known > 0
    ? { imageId: sent.id }
    : invalidFields({ image: `image is no picture of the media library: ${sent.id}.` })
}

const pictureFrom = (src: string): RestError =>
  invalidFields({ image: `image is to be the id of a picture of the media library, not its address: ${src}` })
