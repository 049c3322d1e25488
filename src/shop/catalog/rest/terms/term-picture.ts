import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/connect.ts'
import { fixed, time, uri } from '../../../../platform/rest/item-shape.ts'
import { invalidFields, MAX_ID } from '../../../../platform/rest/params.ts'
import type { RestError } from '../../../../platform/rest/response.ts'
import { toGmtIso, toLocalIso } from '../../../../platform/time/shop-time.ts'
import { hrefs } from '../../../../platform/web/routes.ts'
import { updateMedia } from '../../../../things/media/media.store.ts'
import { isPicture, media } from '../../../../things/media/media.table.ts'

export const pictureShape = z
  .strictObject({
    id: z.int(),
    date_created: fixed(time),
    date_created_gmt: fixed(time),
    date_modified: fixed(time),
    date_modified_gmt: fixed(time),
    src: uri,
    name: z.string(),
    alt: z.string(),
  })
  .nullable()

export const pictureField = z
  .object({
    id: z.int().min(0).max(MAX_ID).optional(),
    src: z.string().max(2000).optional(),
    name: z.string().max(200).optional(),
    alt: z.string().max(1000).optional(),
  })
  .nullable()
  .optional()

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

/** The id of the picture that was sent, null for none; undefined if nothing was sent. Its texts are those of the library. */
export async function pictureIdOf(
  { db, now }: { readonly db: Db; readonly now: () => Date },
  sent: z.output<typeof pictureField>,
): Promise<{ readonly id: number | null | undefined } | RestError> {
  if (sent === undefined) return { id: undefined }
  if (!sent?.id) return sent?.src ? pictureFrom(sent.src) : { id: null }
  const { id, name: title, alt } = sent
  const [known] = await db
    .select()
    .from(media)
    .where(and(eq(media.id, id), isPicture))
  if (!known) return invalidFields({ image: `image is no picture of the media library: ${id}.` })
  const isReworded = (title !== undefined && title !== known.title) || (alt !== undefined && alt !== known.alt)
  if (isReworded)
    await updateMedia(db, id, { ...(title !== undefined && { title }), ...(alt !== undefined && { alt }) }, now())
  return { id }
}

/** A picture that is named by its address. */
const pictureFrom = (src: string): RestError =>
  invalidFields({ image: `image is to be the id of a picture of the media library, not its address: ${src}` })
