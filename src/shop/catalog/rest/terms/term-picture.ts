import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/connect.ts'
import { each, fixed } from '../../../../platform/rest/item-shape.ts'
import { invalidFields, MAX_ID } from '../../../../platform/rest/params.ts'
import type { RestError } from '../../../../platform/rest/response.ts'
import { isPicture, media } from '../../../../things/media/media.table.ts'
import { pictureJson as mediaJson } from '../products/product-json.ts'
import { pictureFields } from '../products/product-shape.ts'

export const pictureShape = z.strictObject({ ...pictureFields, ...each(fixed(z.string()), 'name', 'alt') }).nullable()

/** Title and alternative text cannot be sent: they belong to the media library. */
export const pictureField = z
  .object({ id: z.int().min(0).max(MAX_ID).optional(), src: z.string().max(2000).optional() })
  .nullable()

export const pictureJson = (row: typeof media.$inferSelect | null, { url }: { readonly url: string }) =>
  row && { ...mediaJson(url)(row), name: row.title || row.path.slice(row.path.lastIndexOf('/') + 1) }

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
