import { z } from 'zod'
import { each, fixed } from '../../../../platform/rest/item-shape.ts'
import { invalidFields, MAX_ID } from '../../../../platform/rest/params.ts'
import type { RestError } from '../../../../platform/rest/response.ts'
import type { media } from '../../../../things/media/media.table.ts'
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
export function pictureIdOf(
  sent: z.output<typeof pictureField> | undefined,
): { readonly imageId: number | null | undefined } | RestError {
  if (sent === undefined) return { imageId: undefined }
  if (sent?.id) return { imageId: sent.id }
  if (!sent?.src) return { imageId: null }
  return invalidFields({
    image: `image is to be the id of a picture of the media library, not its address: ${sent.src}`,
  })
}
